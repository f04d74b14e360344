import type { Database } from '../../database/index.ts';
import { postCachesOf } from '../caches.ts';
import type { ListCount } from './list-count.ts';

/** The tables that lists of items are selected by. */
const TABLES = ['posts', 'postmeta', 'terms', 'term_taxonomy', 'term_relationships'];

/** The cached total of a list; undefined when it is not cached. */
export const cachedTotal = (count: ListCount, database: Database): number | undefined =>
  postCachesOf(database).totals.get(count.key);

/** The total of a list, from the cache or else counted. */
export const totalOf = async (count: ListCount, database: Database): Promise<number> =>
  postCachesOf(database).totals.compute(count.key, TABLES, () => count.read());

/** What caches the total of a list that is counted from now on; undefined where none is cached. */
export function keepingTotal({ key }: ListCount, database: Database): ((total: number) => void) | undefined {
  const store = postCachesOf(database).totals.storing(TABLES);
  return store === undefined ? undefined : (total) => store(key, total);
}
