import { defineErrors } from '../../core/index.ts';

/** The errors of items, of their store and their routes. */
export const postErrors = defineErrors({
  empty_content: [400, 'Title, content and excerpt are empty.'],
  invalid_date: [400, 'The date is not valid.'],
  rest_already_trashed: [410, 'The item is in the trash already.'],
  rest_cannot_assign_sticky: ['authorization', 'You may not make items sticky.'],
  rest_cannot_assign_term: ['authorization', 'You may not assign these terms.'],
  rest_cannot_create: ['authorization', 'You may not create items of this type.'],
  rest_cannot_delete: ['authorization', 'You may not delete this item.'],
  rest_cannot_edit: ['authorization', 'You may not edit this item.'],
  rest_cannot_edit_others: ['authorization', 'You may not act for another author.'],
  rest_cannot_publish: ['authorization', 'You may not publish items of this type.'],
  rest_forbidden_context: ['authorization', 'You may not edit items of this type.'],
  rest_forbidden_status: ['authorization', 'You may not list items of this status.'],
  rest_invalid_author: [400, 'There is no such author.'],
  rest_invalid_field: [400, 'An item cannot be sticky and have a password.'],
  rest_no_search_term_defined: [400, 'Ordering by relevance needs a search.'],
  rest_one_of_multiple_matches: [400, 'An empty list of terms says nothing; leave the filter out.'],
  rest_orderby_include_missing_include: [400, 'Ordering by include needs the parameter include.'],
  rest_post_exists: [400, 'A new item cannot bring an id.'],
  rest_post_incorrect_password: [403, 'The password is not that of the item.'],
  rest_post_invalid_id: [404, 'There is no such item.'],
  rest_post_invalid_page_number: [400, 'The list has fewer pages.'],
  rest_post_password_too_long: [400, 'The password is longer than 255 characters.'],
  rest_trash_not_supported: [501, 'Items of this type cannot be trashed; ask with force=true to delete.'],
});
