import { type RawBuilder, sql } from 'kysely';
import type { ContentStatuses } from '../../content-statuses/index.ts';
import type { Database } from '../../database/index.ts';
import { conditionsOf } from './conditions.ts';
import { orderOf } from './order.ts';
import type { PostQuery } from './post-query.ts';
import { parseSearch } from './search.ts';
import { termCondition } from './term-conditions.ts';

const PER_PAGE = 10;

/**
 * Finds the ids of one part of a list, and how many the whole list has. One statement finds the ids; a second
 * counts, unless the part shows where the list ends.
 */
export async function findIds(
  query: PostQuery,
  statuses: ContentStatuses,
  database: Database,
): Promise<{ ids: number[]; total: number }> {
  const { db } = database;
  const search = query.search ? parseSearch(query.search) : undefined;
  const conditions = conditionsOf(query, search, statuses, database);
  const onTerms = await termCondition(query, database);
  if (onTerms !== undefined) conditions.push(onTerms);
  const matching = db.selectFrom('posts').where((eb) => eb.and(conditions));

  const perPage = query.perPage ?? PER_PAGE;
  const offset = query.offset ?? (Math.max(query.page ?? 1, 1) - 1) * Math.max(perPage, 0);
  let selection = matching.select('posts.ID as id');
  for (const expression of orderOf(query, search, database))
    selection = selection.orderBy(expression as RawBuilder<number>);
  if (perPage >= 0) selection = selection.limit(sql.lit(perPage)).offset(sql.lit(offset));
  const rows = await selection.execute();
  const ids = rows.map((row) => row.id);

  const isEnd = perPage < 0 || (ids.length < perPage && (ids.length > 0 || offset === 0));
  if (isEnd) return { ids, total: (perPage < 0 ? 0 : offset) + ids.length };
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { ids, total: Number(total) };
}
