import { defineErrors } from '../../core/index.ts';

/** The errors of the details of addresses. */
export const urlDetailsErrors = defineErrors({
  no_content: [404, 'The page has no content.'],
  no_response: [404, 'The page cannot be read.'],
  rest_cannot_view_url_details: ['authorization', 'You may not ask for details of addresses.'],
});
