import type { Database } from '../../database/index.ts';
import { FILE, METADATA } from '../../media/index.ts';
import { ATTACHMENT_SOURCE } from '../mapping.ts';

/** A text of an item or a comment that is rewritten, and how it is stored. */
export interface Part {
  /** The item or comment. */
  readonly owner: number;
  readonly text: string;
  readonly isContent: boolean;
  store(text: string): Promise<unknown>;
}

/** The metadata that tells of the file of an attachment itself. */
const OWN: readonly string[] = [ATTACHMENT_SOURCE, FILE, METADATA];

/** The texts of comments. */
export async function partsOfComments({ db }: Database, ids: readonly number[]): Promise<Part[]> {
  const rows = await db
    .selectFrom('comments')
    .select(['comment_ID', 'comment_content'])
    .where('comment_ID', 'in', ids)
    .execute();
  return rows.map(({ comment_ID, comment_content }) => ({
    owner: Number(comment_ID),
    text: comment_content,
    isContent: true,
    store: (rewritten) =>
      db.updateTable('comments').set({ comment_content: rewritten }).where('comment_ID', '=', comment_ID).execute(),
  }));
}

/** The texts of items that may name something. */
export async function partsOfItems({ db }: Database, ids: readonly number[]): Promise<Part[]> {
  const rows = await db
    .selectFrom('posts')
    .select(['ID', 'post_content', 'post_excerpt'])
    .where('ID', 'in', ids)
    .execute();
  const metas = await db
    .selectFrom('postmeta')
    .select(['meta_id', 'post_id', 'meta_value'])
    .where('post_id', 'in', ids)
    .where('meta_key', 'not in', OWN)
    .where('meta_value', 'like', '%/%')
    .execute();
  const column = (owner: number, name: 'post_content' | 'post_excerpt', text: string): Part => ({
    owner,
    text,
    isContent: true,
    store: (rewritten) =>
      db
        .updateTable('posts')
        .set({ [name]: rewritten })
        .where('ID', '=', owner)
        .execute(),
  });
  return [
    ...rows.flatMap((row) => [
      column(row.ID, 'post_content', row.post_content),
      column(row.ID, 'post_excerpt', row.post_excerpt),
    ]),
    ...metas.map(({ meta_id, post_id, meta_value }) => ({
      owner: Number(post_id),
      text: meta_value ?? '',
      isContent: false,
      store: (rewritten: string) =>
        db.updateTable('postmeta').set({ meta_value: rewritten }).where('meta_id', '=', meta_id).execute(),
    })),
  ];
}
