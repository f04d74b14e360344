import { defineErrors } from '../../core/index.ts';

/** The errors of embedding. */
export const oembedErrors = defineErrors({
  oembed_invalid_url: [404, 'There is nothing to embed at this address.'],
  rest_forbidden: ['authorization', 'You may not ask other sites what to embed.'],
});
