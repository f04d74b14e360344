import { getDateWithGmt, isLoggedIn, type RestRequest, toInteger } from '../../../core/index.ts';
import type { DateRange, PostOrder, PostQuery, TermClause } from '../query/post-query.ts';
import { stickyIds } from '../store/sticky.ts';
import { idsOf } from './ids.ts';
import type { PostsKit, TypeScope } from './kit.ts';

/** Finds nothing: no item has this id. */
const NO_ITEM = [0];

/** What a request for a list asks of the store. `params` are the arguments that the list has. */
export function listQuery(
  { kit, type }: TypeScope,
  params: Readonly<Record<string, unknown>>,
  request: RestRequest,
): PostQuery {
  const param = (name: string) => (Object.hasOwn(params, name) ? request.getParam(name) : null);
  const number = (name: string) => (param(name) === null ? undefined : toInteger(param(name)));
  const offset = number('offset');
  const query: PostQuery = {
    types: [type.name],
    statuses: param('status') === null ? undefined : textsOf(param('status')),
    authors: idsOf(param('author')),
    authorsExclude: idsOf(param('author_exclude')),
    include: idsOf(param('include')),
    exclude: idsOf(param('exclude')),
    slugs: textsOf(param('slug')),
    parents: idsOf(param('parent')),
    parentsExclude: idsOf(param('parent_exclude')),
    menuOrder: place(number('menu_order')),
    search: typeof param('search') === 'string' ? String(param('search')) : '',
    withoutPassword: !isLoggedIn(request.user),
    dates: dateRanges(param, kit),
    terms: termClauses({ kit, type }, param),
    termRelation: param('tax_relation') === 'OR' ? 'OR' : 'AND',
    orderBy: (param('orderby') ?? 'date') as PostOrder,
    order: param('order') === 'asc' ? 'asc' : 'desc',
    page: number('page') ?? 1,
    perPage: number('per_page') ?? 10,
    offset: offset === undefined ? undefined : Math.abs(offset),
  };
  return { ...query, ...stickyPart(param('sticky'), query, kit) };
}

/** The greatest number that a place among others can be. */
const MOST_ORDER = 2 ** 31 - 1;

/** A place beyond what can be stored is nobody's; the outermost one is as good. */
const place = (order: number | undefined): number | undefined =>
  order === undefined ? undefined : Math.max(Math.min(order, MOST_ORDER), -MOST_ORDER);

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function dateRanges(param: (name: string) => unknown, { clock }: PostsKit): DateRange[] {
  const local = (name: string) => {
    const value = param(name);
    return typeof value === 'string' ? getDateWithGmt(value, false, clock.zone())?.[0] : undefined;
  };
  return [
    { column: 'post_date', after: local('after'), before: local('before') },
    { column: 'post_modified', after: local('modified_after'), before: local('modified_before') },
  ];
}

/** Sticky items alone, or none of them unless the request names the items that it wants. */
function stickyPart(sticky: unknown, query: PostQuery, { options }: PostsKit): Partial<PostQuery> {
  if (typeof sticky !== 'boolean') return {};
  const ids = stickyIds(options);
  const { include = [], exclude = [] } = query;
  if (!sticky) return { exclude: [...exclude, ...ids] };
  const wanted = include.length === 0 ? ids : ids.filter((id) => include.includes(id));
  return { include: wanted.length === 0 ? NO_ITEM : wanted };
}

function termClauses({ kit, type }: Pick<TypeScope, 'kit' | 'type'>, param: (name: string) => unknown): TermClause[] {
  const clauses: TermClause[] = [];
  for (const { name, rest_base } of kit.taxonomies.ofType(type.name)) {
    const wanted = termClause(name, param(rest_base), false);
    const unwanted = termClause(name, param(`${rest_base}_exclude`), true);
    for (const clause of [wanted, unwanted]) if (clause.terms.length > 0) clauses.push(clause);
  }
  return clauses;
}

/** Reads terms that are a list of ids, or an object with more. */
function termClause(taxonomy: string, value: unknown, unwanted: boolean): TermClause {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const { terms, include_children, operator } = (isObject ? value : { terms: value }) as Record<string, unknown>;
  return {
    taxonomy,
    terms: idsOf(terms),
    operator: unwanted ? 'NOT IN' : operator === 'AND' ? 'AND' : 'IN',
    includeChildren: include_children === true,
  };
}
