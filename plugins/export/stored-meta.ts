import type { Database } from '../database/index.ts';
import type { XmlText } from './xml.ts';

const TABLES = {
  post: { table: 'postmeta', object: 'post_id', id: 'meta_id' },
  term: { table: 'termmeta', object: 'term_id', id: 'meta_id' },
  comment: { table: 'commentmeta', object: 'comment_id', id: 'meta_id' },
} as const;

/** A key with its value as it is stored, which may be serialized. */
export interface StoredMeta {
  readonly key: string;
  readonly value: string;
}

/** The metadata of objects as it is stored, ordered by key, in one statement. */
export async function storedMeta(
  { db }: Database,
  type: keyof typeof TABLES,
  ids: readonly number[],
): Promise<Map<number, StoredMeta[]>> {
  const found = new Map<number, StoredMeta[]>();
  if (ids.length === 0) return found;
  const { table, object, id } = TABLES[type];
  const { ref } = db.dynamic;
  const rows = (await db
    .selectFrom(table as 'postmeta')
    .select([ref<'post_id'>(object), 'meta_key', 'meta_value'])
    .where(ref(object), 'in', ids)
    .where('meta_key', 'is not', null)
    .orderBy(ref(object))
    .orderBy(ref(id))
    .execute()) as { [column: string]: unknown; meta_key: string | null; meta_value: string | null }[];
  for (const row of rows) {
    const owner = Number(row[object]);
    const list = found.get(owner) ?? [];
    list.push({ key: row.meta_key!, value: row.meta_value ?? '' });
    found.set(owner, list);
  }
  // Here and not in the database, whose order of texts depends on its locale. Values of one key keep theirs.
  for (const list of found.values()) list.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return found;
}

/** Metadata as elements of this name: `wp:postmeta`, `wp:termmeta`, `wp:commentmeta`. */
export const metaElements = (name: string, metas: readonly StoredMeta[], xml: XmlText): string =>
  metas
    .map(
      ({ key, value }) =>
        `<${name}>${xml.element('wp:meta_key', key)}<wp:meta_value>${xml.stored(value)}</wp:meta_value></${name}>\n`,
    )
    .join('');
