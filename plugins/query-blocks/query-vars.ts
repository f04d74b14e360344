import { isMap } from '../../core/base/index.ts';
import { isViewable } from '../content-types/index.ts';
import { MOST_PER_PAGE, PER_PAGE } from '../pagination/index.ts';
import type { PostOrder, PostQuery, TermClause } from '../posts/index.ts';
import type { QueryBlockDependencies } from './dependencies.ts';

/** What the author of a query block asked for: whatever there is in its attribute. */
export type QueryAttribute = Readonly<Record<string, unknown>>;

/** The most ids of one list, the most taxonomies, and the most characters of a search. */
const [MOST_IDS, MOST_TAXONOMIES, MOST_CHARACTERS] = [100, 10, 200];

/** The greatest number of items that a list may leave out at its beginning. */
const MOST_OFFSET = 1_000_000;

/** What a list may be ordered by, by the words of the field in lower case. */
const ORDERS: Readonly<Record<string, PostOrder>> = {
  author: 'author',
  date: 'date',
  id: 'id',
  menu_order: 'menu_order',
  modified: 'modified',
  name: 'slug',
  parent: 'parent',
  relevance: 'relevance',
  title: 'title',
};

/** Finds nothing: no item has this id. */
const NO_ITEM = [0];

type Services = Pick<QueryBlockDependencies, 'options' | 'posts' | 'taxonomies' | 'types'>;

/**
 * The query for the items of a page of a list, and how many items its beginning leaves out. Items that not everybody
 * may see are in no list, for any reader.
 */
export function queryVars(
  asked: QueryAttribute,
  page: number,
  services: Services,
): { query: PostQuery; skipped: number } {
  const { options, types } = services;
  const type = types.get(String(asked.postType ?? 'post'));
  const shown = type !== undefined && isViewable(type) ? type : types.get('post');
  if (shown === undefined) return { query: { include: NO_ITEM }, skipped: 0 };
  const perPage = between(asked.perPage, 1, MOST_PER_PAGE) ?? between(options.get('posts_per_page'), 1, MOST_PER_PAGE);
  const limit = perPage ?? PER_PAGE;
  const skipped = between(asked.offset, 0, MOST_OFFSET) ?? 0;
  const search = typeof asked.search === 'string' ? asked.search.trim().slice(0, MOST_CHARACTERS) : '';
  const narrowed: PostQuery = {
    authors: idsOf(asked.author),
    parents: shown.hierarchical ? idsOf(asked.parents) : [],
    terms: termsOf(asked, services),
    ...(search === '' ? {} : { search, withoutPassword: true }),
  };
  const isWhole = search === '' && !narrowed.authors?.length && !narrowed.parents?.length && !narrowed.terms?.length;
  const query: PostQuery = {
    ...narrowed,
    types: [shown.name],
    statuses: ['publish'],
    exclude: idsOf(asked.exclude),
    orderBy: orderOf(asked.orderBy),
    order: String(asked.order).toLowerCase() === 'asc' ? 'asc' : 'desc',
    perPage: limit,
    offset: (page - 1) * limit + skipped,
  };
  return { query: { ...query, ...stickyPart(asked.sticky, query, isWhole, services) }, skipped };
}

/** Sticky items stand first in the list of all posts, unless the list is to have them alone, or not at all. */
function stickyPart(
  sticky: unknown,
  { types, exclude = [] }: PostQuery,
  isWhole: boolean,
  { posts }: Services,
): Partial<PostQuery> {
  const ids = posts.stickyIds();
  if (sticky === 'only') {
    const left = ids.filter((id) => !exclude.includes(id));
    return { include: left.length > 0 ? left : NO_ITEM };
  }
  if (sticky === 'exclude') return { exclude: [...exclude, ...ids] };
  return isWhole && types?.[0] === 'post' ? { first: ids } : {};
}

/** The conditions on terms: those by taxonomy, or those of categories and tags as older blocks have them. */
function termsOf({ taxQuery, categoryIds, tagIds }: QueryAttribute, { taxonomies }: Services): TermClause[] {
  const asked = isMap(taxQuery) ? taxQuery : { category: categoryIds, post_tag: tagIds };
  return Object.entries(asked)
    .filter(([name]) => taxonomies.get(name)?.publicly_queryable === true)
    .slice(0, MOST_TAXONOMIES)
    .map(([taxonomy, ids]) => ({ taxonomy, terms: idsOf(ids), operator: 'IN' as const }))
    .filter(({ terms }) => terms.length > 0);
}

function orderOf(word: unknown): PostOrder {
  const name = String(word ?? '').toLowerCase();
  return (Object.hasOwn(ORDERS, name) && ORDERS[name]) || 'date';
}

/** Ids as a list, as a text with commas between them, or as one number. */
function idsOf(value: unknown): number[] {
  const listed = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',', MOST_IDS) : [value];
  return listed
    .slice(0, MOST_IDS)
    .map((id) => (typeof id === 'number' || typeof id === 'string' ? Number(id) : 0))
    .filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** A whole number within bounds, without its sign; undefined for what is no number. */
function between(value: unknown, least: number, most: number): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const number = isNumber ? Math.abs(Math.trunc(Number(value))) : Number.NaN;
  return Number.isFinite(number) ? Math.min(Math.max(number, least), most) : undefined;
}
