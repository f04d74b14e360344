import type { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/index.ts';

type CountQuery = CompiledQuery<{ total: number }>;

/** How many totals are remembered of a database. */
const TOTALS = 500;

interface Total {
  readonly version: string;
  readonly total: number;
}

const totals = new WeakMap<Database, LRUCache<string, Total>>();

function totalsOf(database: Database): LRUCache<string, Total> {
  let known = totals.get(database);
  if (known === undefined) {
    known = new LRUCache({ max: TOTALS });
    totals.set(database, known);
  }
  return known;
}

const keyOf = ({ sql, parameters }: CountQuery): string => JSON.stringify([sql, parameters]);

/** What a query counted, if nobody has written since; undefined where that is not known. */
export function rememberedTotal(count: CountQuery, database: Database): number | undefined {
  const version = database.version();
  const last = version === undefined ? undefined : totalsOf(database).get(keyOf(count));
  return last?.version === version ? last?.total : undefined;
}

/** Counts, or remembers what was counted when nobody has written since. */
export async function totalOf(count: CountQuery, database: Database): Promise<number> {
  return totalAt(await database.stateMark(), count, database);
}

/** The same of a query that takes no longer than to ask the database whether anybody has written. */
export const sumOf = (count: CountQuery, database: Database): Promise<number> =>
  totalAt(database.version(), count, database);

async function totalAt(version: string | undefined, count: CountQuery, database: Database): Promise<number> {
  const last = version === undefined ? undefined : totalsOf(database).get(keyOf(count));
  if (last !== undefined && last.version === version) return last.total;
  const total = Number((await database.rows(count))[0]?.total);
  // What was written while it was counted may be in it or not; either way the version is no longer this one.
  if (version !== undefined) totalsOf(database).set(keyOf(count), { version, total });
  return total;
}
