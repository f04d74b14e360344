import { isLoggedIn, type RestRequest } from '../../../core/index.ts';
import { toInteger } from '../../../core/schema/index.ts';
import { getDateWithGmt } from '../../../core/site/index.ts';
import { type DateRange, type PostQuery, requestedOrder, type TermClause } from '../query/post-query.ts';
import { stickyIds } from '../store/sticky.ts';
import type { PostsDependencies, TypeScope } from './dependencies.ts';
import { idsOf } from './ids.ts';

/** Finds nothing: no item has this id. */
const NO_ITEM = [0];

/** The query for the store that a request for a list makes. `params` are the arguments that the list has. */
export function listQuery(
  { dependencies, type }: TypeScope<'clock' | 'options' | 'statuses' | 'taxonomies'>,
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
    ...(type.name === 'attachment' && !isLoggedIn(request.user)
      ? { searchParentStatuses: publicStatuses(dependencies) }
      : {}),
    dates: dateRanges(param, dependencies),
    terms: termClauses({ dependencies, type }, param),
    termRelation: param('tax_relation') === 'OR' ? 'OR' : 'AND',
    ...requestedOrder(param),
    page: number('page'),
    perPage: number('per_page'),
    offset: offset === undefined ? undefined : Math.abs(offset),
  };
  return { ...query, ...stickyPart(param('sticky'), query, dependencies) };
}

/** The names of the statuses whose items everybody may read. */
const publicStatuses = ({ statuses }: Pick<PostsDependencies, 'statuses'>): string[] =>
  statuses
    .all()
    .filter((status) => status.public)
    .map(({ name }) => name);

/** The greatest value of the column `menu_order`. */
const MOST_ORDER = 2 ** 31 - 1;

/** No item has a place beyond the range of the column, so such a place is limited to that range. */
const place = (order: number | undefined): number | undefined =>
  order === undefined ? undefined : Math.max(Math.min(order, MOST_ORDER), -MOST_ORDER);

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function dateRanges(param: (name: string) => unknown, { clock }: Pick<PostsDependencies, 'clock'>): DateRange[] {
  const local = (name: string) => {
    const value = param(name);
    return typeof value === 'string' ? getDateWithGmt(value, false, clock.zone())?.[0] : undefined;
  };
  return [
    { column: 'post_date', after: local('after'), before: local('before') },
    { column: 'post_modified', after: local('modified_after'), before: local('modified_before') },
  ];
}

/** Restricts the list to sticky items, or excludes them; an `include` of the request is respected. */
function stickyPart(
  sticky: unknown,
  query: PostQuery,
  { options }: Pick<PostsDependencies, 'options'>,
): Partial<PostQuery> {
  if (typeof sticky !== 'boolean') return {};
  const ids = stickyIds(options);
  const { include = [], exclude = [] } = query;
  if (!sticky) return { exclude: [...exclude, ...ids] };
  const sticking = include.length === 0 ? ids : ids.filter((id) => include.includes(id));
  return { include: sticking.length === 0 ? NO_ITEM : sticking };
}

function termClauses(
  { dependencies, type }: Pick<TypeScope<'taxonomies'>, 'dependencies' | 'type'>,
  param: (name: string) => unknown,
): TermClause[] {
  const clauses: TermClause[] = [];
  for (const { name, rest_base } of dependencies.taxonomies.ofType(type.name)) {
    const included = termClause(name, param(rest_base), false);
    const excluded = termClause(name, param(`${rest_base}_exclude`), true);
    for (const clause of [included, excluded]) if (clause.terms.length > 0) clauses.push(clause);
  }
  return clauses;
}

/** Reads terms, given as a list of ids or as an object with options. */
function termClause(taxonomy: string, value: unknown, isExclusion: boolean): TermClause {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const { terms, include_children, operator } = (isObject ? value : { terms: value }) as Record<string, unknown>;
  return {
    taxonomy,
    terms: idsOf(terms),
    operator: isExclusion ? 'NOT IN' : operator === 'AND' ? 'AND' : 'IN',
    includeChildren: include_children === true,
  };
}
