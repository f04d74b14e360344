import { defineErrors } from '../../core/index.ts';

/** The errors of requests that are passed on. */
export const upstreamErrors = defineErrors({
  rest_upstream_unreachable: [502, 'The server that answers this route cannot be reached.'],
  rest_upstream_timeout: [504, 'The server that answers this route did not answer in time.'],
  rest_upstream_loop: [508, 'The server that answers this route passes requests back to this one.'],
});
