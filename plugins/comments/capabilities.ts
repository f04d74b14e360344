import type { PluginHooks } from '../../core/index.ts';
import type { Post } from '../posts/index.ts';
import type { Comment } from './comment.ts';

declare module '../../core/rest/capability-catalogue.ts' {
  interface CapabilityCatalogue {
    edit_comment: [comment: Comment, post: Post | null];
  }
}

/**
 * Maps `edit_comment` to the capabilities that editing its item needs.
 * `user.can('edit_comment', comment, post)` is given both loaded; the item is null when it is gone.
 */
export function mapCommentCapabilities(hooks: PluginHooks): void {
  const mapped = hooks.filter('map_meta_cap');
  mapped.tap('comments', (caps, cap, userId, args) => {
    if (cap !== 'edit_comment') return caps;
    const [comment, post] = args as [unknown?, (Post | null)?];
    if (comment === undefined) return ['do_not_allow'];
    return post ? mapped.call(['edit_post'], 'edit_post', userId, [post]) : ['edit_posts'];
  });
}
