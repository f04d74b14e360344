import type { Database } from '../../database/index.ts';

/** A parent for an item, or 0 when the item would become its own ancestor. */
export async function parentWithoutLoop(id: number, parent: number, { db }: Database): Promise<number> {
  if (id === 0 || parent === 0) return parent;
  const seen = new Set<number>();
  for (let current = parent; current !== 0 && !seen.has(current); ) {
    if (current === id) return 0;
    seen.add(current);
    const row = await db.selectFrom('posts').select('post_parent').where('ID', '=', current).executeTakeFirst();
    current = row?.post_parent ?? 0;
  }
  return parent;
}
