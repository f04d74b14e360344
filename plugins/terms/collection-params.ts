import { type EndpointArgument, sanitizeTextField, toInteger, toText, validateRequestArg } from '../../core/index.ts';
import type { Taxonomy } from '../taxonomies/index.ts';

const ORDERS = ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'];
const positive = (value: unknown): number => Math.abs(toInteger(value));

/** The arguments of a list of a taxonomy's terms, without `context`. */
export function termCollectionParams({ hierarchical }: Taxonomy): Record<string, EndpointArgument> {
  return {
    page: {
      description: 'Which page of the list.',
      type: 'integer',
      default: 1,
      minimum: 1,
      sanitize_callback: positive,
      validate_callback: validateRequestArg,
    },
    per_page: {
      description: 'How many terms a page holds.',
      type: 'integer',
      default: 10,
      minimum: 1,
      maximum: 100,
      sanitize_callback: positive,
      validate_callback: validateRequestArg,
    },
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
