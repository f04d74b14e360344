import { defineErrors } from '../../core/index.ts';

/** The errors of the routes of patterns. */
export const patternErrors = defineErrors({
  rest_cannot_view: ['authorization', 'You may not look at patterns of blocks.'],
});
