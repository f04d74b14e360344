import { defineErrors } from '../../core/index.ts';

/** The errors of the indexes. */
export const indexErrors = defineErrors({
  rest_invalid_namespace: [404, 'The interface has no such namespace.'],
});
