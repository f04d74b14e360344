import { addQueryArgs, type RequestContext } from '../../core/index.ts';
import { isViewable } from '../content-types/index.ts';
import type { Post, PostsDependencies } from '../posts/index.ts';

/** The address at which an autosave can be looked at; undefined for one of an item that has no address. */
export async function previewLink(
  autosave: Post,
  dependencies: Pick<PostsDependencies, 'permalinks' | 'posts' | 'types'>,
  context: RequestContext,
  nonce: (action: string) => string,
): Promise<string | undefined> {
  const isBeside = autosave.type === 'revision';
  const post = isBeside ? await dependencies.posts.loader(context).load(autosave.parent) : autosave;
  const type = post === null ? undefined : dependencies.types.get(post.type);
  if (post === null || type === undefined || !isViewable(type)) return undefined;
  const proof = isBeside ? { preview_id: post.id, preview_nonce: nonce(`post_preview_${post.id}`) } : {};
  return addQueryArgs(await dependencies.permalinks.forPost(post, context), { ...proof, preview: 'true' });
}
