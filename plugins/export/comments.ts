import type { Selectable } from 'kysely';
import type { CommentsTable, Database } from '../database/index.ts';
import type { Write } from './output.ts';
import { metaElements, type StoredMeta, storedMeta } from './stored-meta.ts';
import type { XmlText } from './xml.ts';

/** How many comments are read at once. */
const BATCH = 500;

/** Of these items, those that have comments of any status. */
export async function commented({ db }: Database, posts: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('comments')
    .select('comment_post_ID as id')
    .distinct()
    .where('comment_post_ID', 'in', posts)
    .execute();
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Writes the comments of an item, by id. */
export async function writeComments(database: Database, post: number, xml: XmlText, write: Write): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await database.db
      .selectFrom('comments')
      .selectAll()
      .where('comment_post_ID', '=', post)
      .where('comment_ID', '>', last)
      .orderBy('comment_ID')
      .limit(BATCH)
      .execute();
    const ids = rows.map((row) => Number(row.comment_ID));
    const metas = await storedMeta(database, 'comment', ids);
    for (const row of rows) await write(commentElement(row, metas.get(Number(row.comment_ID)) ?? [], xml));
    if (rows.length < BATCH) return;
    last = ids.at(-1)!;
  }
}

const commentElement = (row: Selectable<CommentsTable>, metas: readonly StoredMeta[], xml: XmlText): string =>
  [
    `<wp:comment><wp:comment_id>${row.comment_ID}</wp:comment_id>`,
    xml.element('wp:comment_author', row.comment_author),
    xml.element('wp:comment_author_email', row.comment_author_email),
    xml.element('wp:comment_author_url', row.comment_author_url),
    xml.element('wp:comment_author_IP', row.comment_author_IP),
    xml.element('wp:comment_date', row.comment_date),
    xml.element('wp:comment_date_gmt', row.comment_date_gmt),
    xml.element('wp:comment_content', row.comment_content),
    xml.element('wp:comment_approved', row.comment_approved),
    // Old sites store the type of a plain comment as nothing.
    xml.element('wp:comment_type', row.comment_type || 'comment'),
    `<wp:comment_parent>${row.comment_parent}</wp:comment_parent>`,
    `<wp:comment_user_id>${row.user_id}</wp:comment_user_id>\n`,
    metaElements('wp:commentmeta', metas, xml),
    '</wp:comment>\n',
  ].join('');
