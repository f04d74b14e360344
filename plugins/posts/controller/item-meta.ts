import type { RequestContext } from '../../../core/index.ts';
import { toInteger } from '../../../core/schema/index.ts';
import type { MetaStore, MetaValues } from '../../meta/index.ts';
import type { Post } from '../post.ts';

/** The key under which an item stores the id of its featured image. */
export const THUMBNAIL = '_thumbnail_id';

/** The key under which an item stores its template. */
export const TEMPLATE = '_wp_page_template';

/** The metadata of an item. One statement loads it for all items whose metadata is requested at the same time. */
export function metaOf(
  { id }: Pick<Post, 'id'>,
  { meta }: { readonly meta: MetaStore },
  context: RequestContext,
): Promise<MetaValues> {
  return meta.loader('post', context).load(id);
}

/** The same for many items, in their order. */
export const metaOfAll = (
  posts: readonly Pick<Post, 'id'>[],
  { meta }: { readonly meta: MetaStore },
  context: RequestContext,
): Promise<MetaValues[]> => meta.loader('post', context).loadAll(posts.map(({ id }) => id));

/** The id of the featured image of an item; 0 for none. */
export const featuredMedia = (meta: MetaValues): number => Math.max(toInteger(meta.get(THUMBNAIL)?.[0]), 0);

/** The template of an item; empty for the theme's own choice. */
export function templateOf(meta: MetaValues): string {
  const [template] = meta.get(TEMPLATE) ?? [];
  return typeof template === 'string' && template !== 'default' ? template : '';
}
