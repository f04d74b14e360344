import { defineErrors } from '../../core/index.ts';

/** The errors of the routes of autosaves. */
export const autosaveErrors = defineErrors({
  rest_autosave_no_changes: [400, 'The item is as it was: there is nothing to save.'],
  rest_post_no_autosave: [404, 'The item has no autosave.'],
});
