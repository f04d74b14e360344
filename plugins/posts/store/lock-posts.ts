import type { Database } from '../../database/index.ts';

/**
 * Holds items until the open transaction ends: who changes an item or what belongs to it holds it first, so that what
 * is read of it is what is written, and its counts are right. Several are held in one order, so that nobody waits in
 * a circle.
 */
export async function lockPosts(database: Database, ids: readonly number[]): Promise<void> {
  const items = [...new Set(ids)].filter((id) => id > 0);
  for (const id of items.sort((one, other) => one - other)) await database.lock(`post ${id}`);
}
