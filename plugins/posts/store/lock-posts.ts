import type { Database } from '../../database/index.ts';

/**
 * Locks items until the open transaction ends. Every change of an item, or of what belongs to it, locks it first, so
 * that what was read is still true when it is written. Ids are locked in ascending order, so that no two transactions
 * wait for each other.
 */
export async function lockPosts(database: Database, ids: readonly number[]): Promise<void> {
  const items = [...new Set(ids)].filter((id) => id > 0).sort((one, other) => one - other);
  await Promise.all(items.map((id) => database.lock(`post ${id}`)));
}
