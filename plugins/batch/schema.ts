import type { ArgumentSchema, EndpointArguments } from '../../core/index.ts';

/** No properties of their own; a map without members is an empty list on the wire. */
const NONE = [] as unknown as NonNullable<ArgumentSchema['properties']>;

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
        body: { type: 'object', properties: NONE, additionalProperties: true },
        headers: {
          type: 'object',
          properties: NONE,
          additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
        },
      },
    },
  },
});
