import type { EndpointArguments } from '../../core/index.ts';

/** The arguments of a batch of at most `maxItems` requests. */
export const batchArguments = (maxItems: number): EndpointArguments => ({
  validation: {
    description: 'Whether all requests must be valid before any of them is carried out.',
    type: 'string',
    enum: ['require-all-validate', 'normal'],
    default: 'normal',
  },
  requests: {
    description: 'The requests, carried out in order.',
    required: true,
    type: 'array',
    maxItems,
    items: {
      type: 'object',
      properties: {
        method: { type: 'string', enum: ['POST', 'PUT', 'PATCH', 'DELETE'], default: 'POST' },
        path: { type: 'string', required: true },
        body: { type: 'object', properties: {}, additionalProperties: true },
        headers: {
          type: 'object',
          properties: {},
          additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
        },
      },
    },
  },
});
