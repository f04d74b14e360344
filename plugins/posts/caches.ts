import type { Selectable } from 'kysely';
import type { DependencyVersions } from '../../core/cache/index.ts';
import type { Cache } from '../../core/index.ts';
import type { Database, PostsTable } from '../database/index.ts';

/** How many lists are known whose rows are cached. */
const MOST_LISTS = 500;

/** The lists whose rows have been cached since items last changed, so that they are likely to be found there. */
class CachedLists {
  readonly #keys = new Set<string>();
  #versions: DependencyVersions | undefined;

  has(key: string): boolean {
    return this.#versions?.areCurrent() === true && this.#keys.has(key);
  }

  /** @param versions those of the tables before the rows were read */
  add(key: string, versions: DependencyVersions): void {
    if (this.#versions?.areCurrent() !== true || this.#keys.size === MOST_LISTS) {
      this.#keys.clear();
      this.#versions = versions;
    }
    this.#keys.add(key);
  }
}

/** The caches of the store of items. */
export interface PostCaches {
  /** Rows of items by id, as they are in the database; they are shared and must not be changed. */
  readonly rows: Cache<Selectable<PostsTable>, number>;
  /** The totals of lists. */
  readonly totals: Cache<number>;
  readonly lists: CachedLists;
}

/** Which caches the store of items uses. */
export interface PostCacheOptions {
  readonly cache_rows: boolean;
  readonly cache_totals: boolean;
}

/** How many characters of rows are cached, and how many a row counts in addition to its texts. */
const MOST_CHARACTERS = 500_000;
const ROW = 1000;

/** How many totals are cached. */
const MOST_TOTALS = 500;

const cachesOf = new WeakMap<Database, PostCaches>();

/** Makes the caches of the store of items on a database. */
export function openPostCaches(database: Database, { cache_rows, cache_totals }: PostCacheOptions): void {
  const rows = database.cache<Selectable<PostsTable>, number>({
    name: 'rows of posts',
    enabled: cache_rows,
    maxSize: MOST_CHARACTERS,
    sizeOf: (row) => row.post_content.length + row.post_content_filtered.length + row.post_excerpt.length + ROW,
  });
  const totals = database.cache<number>({ name: 'totals of lists', enabled: cache_totals, maxSize: MOST_TOTALS });
  cachesOf.set(database, { rows, totals, lists: new CachedLists() });
}

/** The caches of the store of items on a database. */
export const postCachesOf = (database: Database): PostCaches => cachesOf.get(database)!;

/** Reads rows of items and caches them, unless items change meanwhile. */
export async function readAndCache(
  database: Database,
  read: () => Promise<Selectable<PostsTable>[]>,
): Promise<Selectable<PostsTable>[]> {
  const store = postCachesOf(database).rows.storing(['posts']);
  const rows = await read();
  for (const row of rows) store?.(row.ID, row);
  return rows;
}

/** Reads the rows of a list, of a key, and caches them; undefined where they are likely to be cached. */
export function listUnlessCached(
  database: Database,
  key: string,
  read: () => Promise<Selectable<PostsTable>[]>,
): Promise<Selectable<PostsTable>[]> | undefined {
  const { rows, lists } = postCachesOf(database);
  if (!rows.isUsable) return read();
  if (lists.has(key)) return undefined;
  lists.add(key, database.tracker.versionsOf(['posts']));
  return readAndCache(database, read);
}
