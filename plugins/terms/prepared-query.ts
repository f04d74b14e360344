import type { RestRequest } from '../../core/index.ts';
import type { Taxonomy } from '../taxonomies/index.ts';
import type { TermOrder, TermQuery } from './term.ts';

const unsigned = (value: unknown): number => Math.abs(Number(value));
const ids = (value: unknown): number[] => (Array.isArray(value) ? value.map(unsigned) : []);
/** A 0 alone chooses nothing. */
const chosen = (value: unknown): number[] => (String(ids(value)) === '0' ? [] : ids(value));

/** The query that a request for a list of terms makes. Ids and offsets lose their sign. */
export function preparedQuery(request: RestRequest, taxonomy: Taxonomy): TermQuery {
  const param = (name: string) => request.getParam(name);
  const number = unsigned(param('per_page'));
  const orderby = param('orderby');
  const query: TermQuery = {
    taxonomy: taxonomy.name,
    include: chosen(param('include')),
    exclude: ids(param('exclude')),
    slug: (param('slug') as string[] | null) ?? [],
    search: String(param('search') ?? ''),
    hideEmpty: param('hide_empty') === true,
    orderby: orderby === 'include_slugs' ? 'slug__in' : (orderby as TermOrder),
    order: param('order') === 'desc' ? 'desc' : 'asc',
    number,
    offset: (unsigned(param('page')) - 1) * number,
  };
  const offset = taxonomy.hierarchical ? 0 : unsigned(param('offset') ?? 0);
  if (offset > 0) query.offset = offset;
  const parent = param('parent');
  if (taxonomy.hierarchical && parent !== null) query.parent = Number(parent);
  const post = unsigned(param('post') ?? 0);
  if (post > 0) query.objectIds = [post];
  return query;
}
