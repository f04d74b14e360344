import { defineErrors } from '../../core/index.ts';

/** The errors of the routes of revisions. */
export const revisionErrors = defineErrors({
  rest_cannot_delete: ['authorization', 'You may not delete this revision.'],
  rest_cannot_read: ['authorization', 'You may not see revisions of this item.'],
  rest_no_search_term_defined: [400, 'Ordering by relevance needs a search.'],
  rest_orderby_include_missing_include: [400, 'Ordering by include needs the parameter include.'],
  rest_post_invalid_id: [404, 'There is no such revision.'],
  rest_post_invalid_parent: [404, 'There is no such item.'],
  rest_revision_invalid_offset_number: [400, 'The offset is beyond the end of the list.'],
  rest_revision_invalid_page_number: [400, 'The list has fewer pages.'],
  rest_revision_parent_id_mismatch: [404, 'The revision is not one of this item.'],
  rest_trash_not_supported: [501, 'Revisions cannot be trashed; ask with force=true to delete.'],
});
