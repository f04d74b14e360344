import type { Selectable } from 'kysely';
import { type Database, inParts, type Parameter, type PostsTable } from '../../database/index.ts';
import { postCachesOf, readAndCache } from '../caches.ts';
import { fromRow, type Post, STORED_COLUMNS } from '../post.ts';

/** The key under which an item in the trash, or a comment there or among spam, keeps the status that it had. */
export const TRASH_STATUS = '_wp_trash_meta_status';

/** The key under which it keeps when it came there, in seconds since 1970. */
export const TRASH_TIME = '_wp_trash_meta_time';

/**
 * Reads the items of these ids that exist: a statement for each thousand, and one more when items in the trash are among
 * them.
 */
export async function readPosts(database: Database, ids: readonly number[]): Promise<Map<number, Post>> {
  const requested = [...new Set(ids)].filter((id) => id > 0);
  if (requested.length === 0) return new Map();
  const rows = postCachesOf(database).rows.getAll(requested) ?? (await readRows(database, requested));
  return new Map((await postsOf(database, rows)).map((post) => [post.id, post]));
}

/** The items of rows: one statement more when items in the trash are among them. */
export async function postsOf(database: Database, rows: readonly Selectable<PostsTable>[]): Promise<Post[]> {
  const trashedFrom = await statusesBeforeTrash(database, rows);
  return rows.map((row) => fromRow(row, trashedFrom.get(row.ID)));
}

function readRows(database: Database, ids: readonly number[]): Promise<Selectable<PostsTable>[]> {
  const statement = database.prepare('posts.byIds', (parameter: Parameter<{ ids: readonly number[] }>) =>
    database.db.selectFrom('posts').select(STORED_COLUMNS).where('ID', 'in', parameter('ids')),
  );
  return readAndCache(database, async () => [...(await inParts(ids, (part) => statement.rows({ ids: part })))]);
}

async function statusesBeforeTrash(
  database: Database,
  rows: readonly Selectable<PostsTable>[],
): Promise<Map<number, string>> {
  const trashed = rows.filter((row) => row.post_status === 'trash').map((row) => row.ID);
  if (trashed.length === 0) return new Map();
  const statement = database.prepare('posts.trashedFrom', (parameter: Parameter<{ trashed: readonly number[] }>) =>
    database.db
      .selectFrom('postmeta')
      .select(['post_id', 'meta_value'])
      .where('post_id', 'in', parameter('trashed'))
      .where('meta_key', '=', TRASH_STATUS),
  );
  const found = await inParts(trashed, (part) => statement.rows({ trashed: part }));
  return new Map(found.map(({ post_id, meta_value }) => [post_id, meta_value ?? '']));
}
