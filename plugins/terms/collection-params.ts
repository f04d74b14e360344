import { type EndpointArgument, validateRequestArg } from '../../core/index.ts';
import { toText } from '../../core/schema/index.ts';
import { sanitizeTextField } from '../../core/text/index.ts';
import { pagingParams, unsigned } from '../pagination/index.ts';
import type { Taxonomy } from '../taxonomies/index.ts';

const ORDERS = ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'];

/** The arguments of a list of a taxonomy's terms, without `context`. */
export function termCollectionParams({ hierarchical }: Taxonomy): Record<string, EndpointArgument> {
  const { page, per_page } = pagingParams('Which page of the list.', 'How many terms a page holds.');
  return {
    page: unsigned(page),
    per_page: unsigned(per_page),
    search: {
      description: 'Only terms with this text in the name or the slug.',
      type: 'string',
      sanitize_callback: (value) => sanitizeTextField(toText(value)),
      validate_callback: validateRequestArg,
    },
    exclude: { description: 'No terms of these ids.', type: 'array', items: { type: 'integer' }, default: [] },
    include: { description: 'Only terms of these ids.', type: 'array', items: { type: 'integer' }, default: [] },
    ...(hierarchical ? {} : { offset: { description: 'How many terms to leave out at the start.', type: 'integer' } }),
    order: { description: 'Ascending or descending.', type: 'string', default: 'asc', enum: ['asc', 'desc'] },
    orderby: { description: 'What terms are ordered by.', type: 'string', default: 'name', enum: ORDERS },
    hide_empty: { description: 'Whether to leave out terms that no item has.', type: 'boolean', default: false },
    ...(hierarchical ? { parent: { description: 'Only terms directly below this one.', type: 'integer' } } : {}),
    post: { description: 'Only terms of this item.', type: 'integer', default: null },
    slug: { description: 'Only terms of these slugs.', type: 'array', items: { type: 'string' } },
  };
}
