import { defineErrors } from '../../core/index.ts';

/** The errors of the routes of content statuses. */
export const statusErrors = defineErrors({
  rest_cannot_view: ['authorization', 'You may not see content statuses.'],
  rest_status_invalid: [404, 'There is no such content status.'],
  rest_cannot_read_status: ['authorization', 'You may not see this content status.'],
});
