import type { RequestContext } from '../../../core/index.ts';
import type { MetaStore } from '../../meta/index.ts';
import { featuredMedia, metaOf, type Post } from '../../posts/index.ts';
import type { AttachedFile } from './attached-file.ts';
import type { AttachmentImages } from './images.ts';

/** The services that the featured image of an item is found with; without images there is none. */
export interface FeaturedImageDependencies {
  readonly images: Pick<AttachmentImages, 'load'> | undefined;
  readonly meta: MetaStore;
}

/** The featured image of an item; null for none. Those of items that are asked for together are read in one statement. */
export async function featuredImage(
  post: Pick<Post, 'id'>,
  { images, meta }: FeaturedImageDependencies,
  request: RequestContext,
): Promise<AttachedFile | null> {
  if (images === undefined) return null;
  const id = featuredMedia(await metaOf(post, { meta }, request));
  return id === 0 ? null : images.load(id, request);
}
