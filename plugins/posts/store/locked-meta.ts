import type { MetaStore } from '../../meta/index.ts';

/**
 * Gives keys of an item, or of a comment on it, one value each, which is a read and an insertion where they have none. Called where
 * `lockPosts` keeps out all others who write these keys, so that the store of metadata need not do so for each of them.
 */
export async function setLockedMeta(
  meta: MetaStore,
  type: 'post' | 'comment',
  id: number,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const present = (await meta.load(type, [id], Object.keys(values))).get(id);
  const entries = Object.entries(values);
  await meta.addAll(
    type,
    id,
    entries.filter(([key]) => !present?.has(key)),
  );
  for (const [key, value] of entries) if (present?.has(key)) await meta.set(type, id, key, value);
}
