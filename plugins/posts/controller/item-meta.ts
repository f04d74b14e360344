import type { MaybePromise, RequestContext } from '../../../core/index.ts';
import type { BatchLoader } from '../../database/index.ts';
import type { MetaValues } from '../../meta/index.ts';
import { postLoaders } from '../loaders.ts';
import type { Post } from '../post.ts';
import type { PostsKit } from './kit.ts';

/** The key under which an item keeps the id of the image that stands for it. */
export const THUMBNAIL = '_thumbnail_id';

/** The metadata of an item; those of items that are asked about together come in one statement. */
export const metaOf = (post: Post, kit: PostsKit, context: RequestContext): MaybePromise<MetaValues> =>
  metaLoader(kit, context).get(post.id);

/** The loader of the metadata of items. */
export const metaLoader = ({ meta }: PostsKit, context: RequestContext): BatchLoader<number, MetaValues> =>
  postLoaders(context).of(metaLoader, async (ids: readonly number[]) => {
    const found = await meta.load('post', ids);
    return ids.map((id) => found.get(id) ?? new Map<string, unknown[]>());
  });
