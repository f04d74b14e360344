import type { PluginHooks } from '../../core/index.ts';
import { parseStoredDate } from '../../core/site/index.ts';
import type { Options, SiteClock } from '../options/index.ts';
import type { Post } from '../posts/index.ts';

const DAY = 86_400;

/** Closes old posts to comments, where the option `close_comments_for_old_posts` says so. */
export function closeOldPosts(hooks: PluginHooks, options: Options, clock: SiteClock): void {
  hooks.filter('comments_open').tap('old-posts', (open, post: Post) => {
    if (!open || post.type !== 'post' || !Number(options.get('close_comments_for_old_posts', '0'))) return open;
    const days = Number(options.get('close_comments_days_old', '14'));
    const published = parseStoredDate(post.dateGmt);
    if (!days || published === null) return open;
    return clock.now().getTime() / 1000 - published <= days * DAY;
  });
}
