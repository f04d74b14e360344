import { defineErrors, type RestError } from '../../core/index.ts';

/** The errors of storing terms. Two carry no data, and so answer with status 500, as the reference's do. */
export const storeErrors = defineErrors({
  invalid_taxonomy: [404, 'There is no such taxonomy.'],
  invalid_term: [404, 'There is no such term.'],
  empty_term_name: [null, 'A term needs a name.'],
  missing_parent: [400, 'There is no such parent term.'],
  duplicate_term_slug: [null, 'Another term has this slug.'],
  db_insert_error: [400, 'The name is too long to be stored.'],
  term_exists: [400, 'There is a term of this name already.'],
});

/** The errors of the routes of terms. */
export const termErrors = defineErrors({
  rest_term_invalid: [404, 'There is no such term.'],
  rest_post_invalid_id: [400, 'There is no such item.'],
  rest_forbidden_context: ['authorization', 'You may not see these terms.'],
  rest_cannot_create: ['authorization', 'You may not make terms of this taxonomy.'],
  rest_cannot_update: ['authorization', 'You may not change this term.'],
  rest_cannot_delete: ['authorization', 'You may not delete this term.'],
  rest_taxonomy_not_hierarchical: [400, 'Terms of this taxonomy have no parents.'],
  rest_trash_not_supported: [501, 'Terms have no trash; say force=true to delete.'],
});

/**
 * The error of a name that is taken; it holds the id of the term that has the name, in each place where the reference
 * has it.
 */
export function termExists(id: number): RestError {
  const error = storeErrors.term_exists({ term_id: id });
  error.additionalData = [id, id];
  return error;
}
