import { defineErrors } from '../../core/index.ts';

/** The errors of batches. */
export const errors = defineErrors({
  rest_batch_not_allowed: [400, 'The route may not be part of a batch.'],
});
