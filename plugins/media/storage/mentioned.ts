import type { Database } from '../../database/index.ts';

/** Whether any item, or the metadata of one, names a file: what cannot be told apart counts as its record. */
export async function isMentioned(name: string, { db, like }: Pick<Database, 'db' | 'like'>): Promise<boolean> {
  const pattern = `%${like(name)}%`;
  const meta = db
    .selectFrom('postmeta')
    .select('meta_id')
    .where(({ eb }) => eb('meta_value', 'like', pattern))
    .limit(1);
  if ((await meta.executeTakeFirst()) !== undefined) return true;
  const items = db
    .selectFrom('posts')
    .select('ID')
    .where(({ eb, or }) => or([eb('guid', 'like', pattern), eb('post_content', 'like', pattern)]))
    .limit(1);
  return (await items.executeTakeFirst()) !== undefined;
}
