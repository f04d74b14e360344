import type { RequestContext } from '../../core/index.ts';
import { featuredImage } from '../media/index.ts';
import { metaOf, type Post } from '../posts/index.ts';
import type { QueryBlockDependencies } from './dependencies.ts';

/**
 * Loads what the blocks of a list show of its items, so that a list takes as many statements for a hundred items as for
 * one: the items themselves, their terms, metadata, authors, addresses and images.
 */
export async function preload(
  posts: readonly Post[],
  dependencies: Pick<QueryBlockDependencies, 'images' | 'meta' | 'permalinks' | 'posts' | 'terms' | 'users'>,
  request: RequestContext,
): Promise<void> {
  const { images, meta, permalinks, terms, users } = dependencies;
  const loader = dependencies.posts.loader(request);
  for (const post of posts) loader.prime(post.id, post);
  await Promise.all(
    posts.flatMap((post) => [
      metaOf(post, { meta }, request),
      featuredImage(post, { images, meta }, request),
      terms.objectLoader(request).load(post.id),
      users.loader(request).load(post.author),
      permalinks.forPost(post, request),
    ]),
  );
}
