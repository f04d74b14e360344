import { defineErrors } from '../../core/index.ts';

/** The errors of the search. */
export const searchErrors = defineErrors({
  rest_search_invalid_type: [400, 'Nothing of this type can be searched.'],
  rest_search_invalid_page_number: [400, 'The search has not that many pages.'],
  rest_search_handler_error: [500, 'The search handler did not say what it found.'],
});
