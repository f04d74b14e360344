import type { CompiledQuery, RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
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
  const perPage = query.perPage ?? PER_PAGE;
  const offset = query.offset ?? (Math.max(query.page ?? 1, 1) - 1) * Math.max(perPage, 0);
  const { select, count } = await selection(query, statuses, database);
  const part = perPage < 0 ? [] : [perPage, offset];
  const rows = await database.rows(select, [
    ...select.parameters.slice(0, select.parameters.length - part.length),
    ...part,
  ]);
  const ids = rows.map((row) => row.id);

  const isEnd = perPage < 0 || (ids.length < perPage && (ids.length > 0 || offset === 0));
  if (isEnd) return { ids, total: (perPage < 0 ? 0 : offset) + ids.length };
  return { ids, total: await totalOf(count, database) };
}

/** How many totals are remembered of a database. */
const TOTALS = 500;

interface Total {
  readonly version: string;
  readonly total: number;
}

const totals = new WeakMap<Database, LRUCache<string, Total>>();

/** Counts, or remembers what was counted when nobody has written since. */
async function totalOf(count: CompiledQuery<{ total: number }>, database: Database): Promise<number> {
  const version = database.version();
  const read = async () => Number((await database.rows(count))[0]?.total);
  if (version === undefined) return read();
  let known = totals.get(database);
  if (known === undefined) {
    known = new LRUCache({ max: TOTALS });
    totals.set(database, known);
  }
  const key = JSON.stringify([count.sql, count.parameters]);
  const last = known.get(key);
  if (last?.version === version) return last.total;
  const total = await read();
  // What was written while it was counted may be in it or not.
  if (database.version() === version) known.set(key, { version, total });
  return total;
}

interface Selection {
  /** Finds the ids; its last parameters are limit and offset, unless everything is wanted. */
  readonly select: CompiledQuery<{ id: number }>;
  readonly count: CompiledQuery<{ total: number }>;
}

/** The statements of a query, whatever part of the list it asks for; built once for queries that differ in that alone. */
async function selection(query: PostQuery, statuses: ContentStatuses, database: Database): Promise<Selection> {
  const { page: _, offset: __, perPage = PER_PAGE, ...which } = query;
  const onTerms = await termCondition(query, database);
  const build = () => {
    const search = query.search ? parseSearch(query.search) : undefined;
    const conditions = conditionsOf(query, search, statuses, database);
    if (onTerms !== undefined) conditions.push(onTerms);
    const matching = database.db.selectFrom('posts').where((eb) => eb.and(conditions));
    let select = matching.select('posts.ID as id');
    for (const expression of orderOf(query, search, database)) {
      select = select.orderBy(expression as RawBuilder<number>);
    }
    if (perPage >= 0) select = select.limit(1).offset(0);
    const count = matching.select((eb) => eb.fn.countAll<number>().as('total'));
    return { select, count };
  };
  // What terms are below others is read anew each time.
  if (query.terms?.some((clause) => clause.includeChildren))
    return { select: build().select.compile(), count: build().count.compile() };
  const known = statuses.all().map(({ name, exclude_from_search }) => [name, exclude_from_search]);
  const key = JSON.stringify([which, perPage >= 0, known]);
  return {
    select: database.kept(`posts.ids ${key}`, () => build().select),
    count: database.kept(`posts.count ${key}`, () => build().count),
  };
}
