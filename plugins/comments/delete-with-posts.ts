import type { PluginHooks } from '../../core/index.ts';
import type { Database } from '../database/index.ts';
import type { CommentStore } from './store/comment-store.ts';

/**
 * Deletes the comments of an item that is deleted one by one, newest first, where a plugin taps the hooks of deleting.
 * Otherwise the store of items deletes them all at once.
 */
export function deleteWithPosts(hooks: PluginHooks, { db }: Database, comments: CommentStore): void {
  const hooksOfDeleting = [
    hooks.action('delete_comment'),
    hooks.action('deleted_comment'),
    hooks.action('transition_comment_status'),
  ];
  // However many there are: a part of them is no end.
  hooks.action('before_delete_post').tapPromise({ name: 'comments', timeout: 0 }, async (id) => {
    if (!hooksOfDeleting.some((hook) => hook.isUsed())) return;
    const rows = await db
      .selectFrom('comments')
      .select('comment_ID')
      .where('comment_post_ID', '=', id)
      .orderBy('comment_ID', 'desc')
      .execute();
    for (const { comment_ID } of rows) await comments.delete(comment_ID);
  });
}
