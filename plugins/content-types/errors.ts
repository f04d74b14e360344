import { defineErrors } from '../../core/index.ts';

/** The errors of the routes of content types. */
export const typeErrors = defineErrors({
  rest_cannot_view: ['authorization', 'You may not edit items of any content type.'],
  rest_type_invalid: [404, 'There is no such content type.'],
  rest_cannot_read_type: ['authorization', 'You may not see this content type.'],
  rest_forbidden_context: ['authorization', 'You may not edit items of this content type.'],
});
