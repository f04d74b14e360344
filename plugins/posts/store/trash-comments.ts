import { getOrMake } from '../../../core/base/index.ts';
import { inParts, type Parameter } from '../../database/index.ts';
import type { PostStoreDependencies } from './dependencies.ts';

export type TrashCommentDependencies = Pick<PostStoreDependencies, 'database' | 'hooks' | 'meta'>;

/** The key under which an item in the trash keeps the statuses that its comments had, by their ids. */
const COMMENT_STATUSES = '_wp_trash_meta_comments_status';
const TRASHED = 'post-trashed';

/** Sends the comments of an item to the trash with it. */
export async function trashComments(id: number, { database, meta, hooks }: TrashCommentDependencies): Promise<void> {
  const { db } = database;
  const statement = database.prepare('posts.commentsOf', (parameter: Parameter<{ id: number }>) =>
    db.selectFrom('comments').select(['comment_ID', 'comment_approved']).where('comment_post_ID', '=', parameter('id')),
  );
  const comments = await statement.rows({ id });
  if (comments.length === 0) return;
  const statuses = Object.fromEntries(comments.map((comment) => [comment.comment_ID, comment.comment_approved]));
  await meta.set('post', id, COMMENT_STATUSES, statuses);
  const trashing = database.prepare('posts.trashComments', (parameter: Parameter<{ id: number }>) =>
    db.updateTable('comments').set({ comment_approved: TRASHED }).where('comment_post_ID', '=', parameter('id')),
  );
  database.unawaited(trashing.run({ id }));
  await hooks.action('trashed_post_comments').promise(id, statuses);
}

/** Gives the comments of an item that leaves the trash the statuses that they had. */
export async function untrashComments(id: number, { database, meta, hooks }: TrashCommentDependencies): Promise<void> {
  const [stored] = await meta.get('post', id, COMMENT_STATUSES);
  if (typeof stored !== 'object' || stored === null) return;
  const byStatus = new Map<string, number[]>();
  for (const [comment, status] of Object.entries(stored)) {
    getOrMake(byStatus, status === TRASHED ? '0' : String(status), () => [] as number[]).push(Number(comment));
  }
  const statement = database.prepare(
    'posts.untrashComments',
    (parameter: Parameter<{ id: number; status: string; comments: readonly number[] }>) =>
      database.db
        .updateTable('comments')
        .set({ comment_approved: parameter('status') })
        .where('comment_post_ID', '=', parameter('id'))
        .where('comment_ID', 'in', parameter('comments')),
  );
  for (const [status, comments] of byStatus) {
    await inParts(comments, (part) => statement.run({ id, status, comments: part }));
  }
  await meta.delete('post', id, COMMENT_STATUSES);
  await hooks.action('untrashed_post_comments').promise(id);
}
