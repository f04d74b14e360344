import { type MaybePromise, type RequestContext, whenReady } from '../../../core/index.ts';
import type { Post } from '../post.ts';
import { metaOf } from './item-meta.ts';
import type { PostsKit } from './kit.ts';

/** The key under which an item keeps its template. */
export const TEMPLATE = '_wp_page_template';

/** The template of an item; empty for the theme's own choice. */
export function templateOf(post: Post, kit: PostsKit, context: RequestContext): MaybePromise<string> {
  return whenReady(metaOf(post, kit, context), (meta) => {
    const [template] = meta.get(TEMPLATE) ?? [];
    return typeof template === 'string' && template !== 'default' ? template : '';
  });
}
