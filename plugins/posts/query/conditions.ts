import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { ContentStatus, ContentStatuses } from '../../content-statuses/index.ts';
import type { Database, PostsTable, Tables } from '../../database/index.ts';
import { metaCondition } from './meta-conditions.ts';
import type { PostQuery } from './post-query.ts';
import { type Search, searchConditions } from './search.ts';

/** Finds nothing. */
const NONE = sql<SqlBool>`1 = 0`;

const isGiven = <T>(list: readonly T[] | undefined): list is readonly T[] => list !== undefined && list.length > 0;

/** The conditions that a query puts on items, except those on terms. */
export function conditionsOf(
  query: PostQuery,
  search: Search | undefined,
  statuses: readonly string[],
  database: Database,
): Expression<SqlBool>[] {
  const eb = expressionBuilder<Tables, 'posts'>();
  const conditions: Expression<SqlBool>[] = [];
  const oneOf = (column: keyof PostsTable, values: readonly (string | number)[]) =>
    conditions.push(values.length === 0 ? NONE : eb(`posts.${column}`, 'in', values));
  const noneOf = (column: keyof PostsTable, values: readonly number[]) =>
    conditions.push(eb(`posts.${column}`, 'not in', values));

  if (isGiven(query.types)) oneOf('post_type', query.types);
  oneOf('post_status', statuses);
  if (isGiven(query.authorsExclude)) noneOf('post_author', query.authorsExclude);
  else if (isGiven(query.authors)) oneOf('post_author', query.authors);
  if (isGiven(query.include)) oneOf('ID', query.include);
  else if (isGiven(query.exclude)) noneOf('ID', query.exclude);
  if (isGiven(query.parents)) oneOf('post_parent', query.parents);
  else if (isGiven(query.parentsExclude)) noneOf('post_parent', query.parentsExclude);
  if (isGiven(query.slugs)) oneOf('post_name', query.slugs);
  if (isGiven(query.mimeTypes)) oneOf('post_mime_type', query.mimeTypes);
  if (query.menuOrder !== undefined) conditions.push(eb('posts.menu_order', '=', query.menuOrder));
  for (const { column, after, before } of query.dates ?? []) {
    if (after !== undefined) conditions.push(eb(`posts.${column}`, '>', after));
    if (before !== undefined) conditions.push(eb(`posts.${column}`, '<', before));
  }
  for (const clause of query.meta ?? []) conditions.push(metaCondition(clause));
  if (search !== undefined) {
    conditions.push(...searchConditions(search, query, database));
    if (query.withoutPassword) conditions.push(eb('posts.post_password', '=', ''));
    if (query.searchParentStatuses !== undefined) conditions.push(belongsTo(query.searchParentStatuses));
  }
  return conditions;
}

/** Items that belong to none, or to one of these statuses. */
function belongsTo(statuses: readonly string[]): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'posts'>();
  const parent = eb
    .selectFrom('posts as owner')
    .select('owner.ID')
    .whereRef('owner.ID', '=', 'posts.post_parent')
    .where('owner.post_status', 'in', statuses);
  return eb.or([eb('posts.post_parent', '=', 0), eb.exists(parent)]);
}

/** Those of the statuses of a query that are registered; with an empty list the query finds nothing. */
export function knownStatuses(
  { statuses: requested = ['publish'] }: PostQuery,
  statuses: Pick<ContentStatuses, 'all'>,
): string[] {
  const takesAny = requested.includes('any');
  const isMeant = ({ name, exclude_from_search }: ContentStatus) =>
    requested.includes(name) || (takesAny && !exclude_from_search);
  return statuses
    .all()
    .filter(isMeant)
    .map(({ name }) => name);
}
