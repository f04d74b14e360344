import type { Selectable } from 'kysely';
import type { Cache } from '../../core/index.ts';
import type { Database, PostsTable } from '../database/index.ts';

/** The caches of the store of items. */
export interface PostCaches {
  /** Rows of items by id, as they are in the database; they are shared and must not be changed. */
  readonly rows: Cache<Selectable<PostsTable>, number>;
  /** The totals of lists. */
  readonly totals: Cache<number>;
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
  cachesOf.set(database, { rows, totals });
}

/** The caches of the store of items on a database. */
export const postCachesOf = (database: Database): PostCaches => cachesOf.get(database)!;
