import type { PluginHooks } from '../../core/index.ts';
import type { Options } from '../options/index.ts';
import type { Post } from './post.ts';
import type { PostStore } from './post-store.ts';

/**
 * Removes an item that is deleted or trashed from the settings that name it: the front page, the page of posts, sticky
 * posts.
 */
export function forgetRemoved(hooks: PluginHooks, options: Options, posts: PostStore): void {
  const forget = async (id: number, { type }: Post) => {
    const isNamed = (option: string) => type === 'page' && Number(options.get(option, 0)) === id;
    if (isNamed('page_on_front')) await options.setAll({ show_on_front: 'posts', page_on_front: 0 });
    if (isNamed('page_for_posts')) await options.set('page_for_posts', 0);
    if (posts.isSticky(id)) await posts.setSticky(id, false);
  };
  hooks.action('before_delete_post').tapPromise('settings', forget);
  hooks.action('wp_trash_post').tapPromise('settings', forget);
}
