import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Database, Parameter, Tables } from '../../database/index.ts';
import { beginningOf, monthAt } from '../../database/index.ts';
import { conditionsOf } from './conditions.ts';
import { itemsByMonth } from './dated-ids.ts';
import { DEEP } from './deep-page.ts';
import { indexedOrder } from './order.ts';
import { DEFAULT_ORDER, DEFAULT_ORDER_BY, type Part, type PostQuery } from './post-query.ts';

/**
 * Finds a part of a list by merging its branches, each of which an index holds in the list's order. Undefined for an order
 * that no index holds.
 */
export function mergedIds(
  query: PostQuery,
  branches: readonly PostQuery[],
  database: Database,
): ((part: Part) => Promise<number[]>) | undefined {
  const by = indexedOrder(query, database);
  if (by === undefined) return undefined;
  return async (part) => {
    const { order = DEFAULT_ORDER, orderBy = DEFAULT_ORDER_BY } = query;
    if (part.offset < DEEP || orderBy !== 'date' || !branches.every(isWhole))
      return merge(branches, by, part, query, database);
    const lists = branches.map(({ types, statuses }) => ({ type: types![0]!, status: statuses![0]! }));
    const place = monthAt(await itemsByMonth(lists, order, database), part.offset);
    if (place === undefined) return [];
    const dates = [{ column: 'post_date' as const, ...beginningOf(place.month, order) }];
    const bounded = branches.map((branch) => ({ ...branch, dates }));
    return merge(bounded, by, { ...part, offset: part.offset - place.before }, query, database);
  };
}

/** Whether a branch holds all items of its type and status. */
const isWhole = ({
  authors = [],
  authorsExclude = [],
  mimeTypes = [],
  exclude = [],
  parentsExclude = [],
  dates = [],
}: PostQuery) =>
  [authors, authorsExclude, mimeTypes, exclude, parentsExclude, dates].every(({ length }) => length === 0);

async function merge(
  branches: readonly PostQuery[],
  by: RawBuilder<unknown>,
  part: Part,
  { order = DEFAULT_ORDER, orderBy }: PostQuery,
  database: Database,
): Promise<number[]> {
  const name = `posts.merged ${JSON.stringify([order, orderBy, branches.map(({ page: _page, offset: _offset, perPage: _perPage, ...rest }) => rest)])}`;
  const statement = database.prepare(name, (parameter: Parameter<Part>) => {
    const eb = expressionBuilder<Tables, 'posts'>();
    const selects = branches.map((branch) =>
      database.db
        .selectFrom('posts')
        .select(['posts.ID as id', by.as('place')])
        .where(eb.and(conditionsOf(branch, undefined, branch.statuses!, database))),
    );
    const number = (name: 'limit' | 'offset') => sql<number>`cast(${parameter(name)} as integer)`;
    return database.mergeSorted(selects, { order, limit: number('limit'), offset: number('offset') });
  });
  return (await statement.rows(part)).map(({ id }) => Number(id));
}
