import type { PluginHooks } from '../../core/index.ts';
import type { CommentStore } from './store/comment-store.ts';

/** Counts the comments of an item anew when they went to the trash or came back with it. */
export function trashWithPosts(hooks: PluginHooks, comments: CommentStore): void {
  hooks.action('trashed_post_comments').tapPromise('comments', (id) => comments.recount([id]));
  hooks.action('untrashed_post_comments').tapPromise('comments', (id) => comments.recount([id]));
}
