import { defineErrors } from '../../core/index.ts';

/** The errors of the routes of taxonomies. */
export const taxonomyErrors = defineErrors({
  rest_cannot_view: ['authorization', 'You may not put items in any taxonomy.'],
  rest_taxonomy_invalid: [404, 'There is no such taxonomy.'],
  rest_forbidden_context: ['authorization', 'You may not manage the terms of this taxonomy.'],
});
