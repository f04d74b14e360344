import { addQueryArgs, type RequestContext } from '../../core/index.ts';
import { isViewable } from '../content-types/index.ts';
import type { Post, PostsKit } from '../posts/index.ts';

/** The address at which an autosave can be looked at; undefined for one of an item that has no address. */
export async function previewLink(
  autosave: Post,
  kit: PostsKit,
  context: RequestContext,
  nonce: (action: string) => string,
): Promise<string | undefined> {
  const isBeside = autosave.type === 'revision';
  const post = isBeside ? await kit.posts.loader(context).load(autosave.parent) : autosave;
  const type = post === null ? undefined : kit.types.get(post.type);
  if (post === null || type === undefined || !isViewable(type)) return undefined;
  const proof = isBeside ? { preview_id: post.id, preview_nonce: nonce(`post_preview_${post.id}`) } : {};
  return addQueryArgs(await kit.permalinks.forPost(post, context), { ...proof, preview: 'true' });
}
