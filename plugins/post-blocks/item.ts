import { cleanUrl } from '../../core/text/index.ts';
import { type BlockInstance, type RenderContext, requestOf } from '../content-rendering/index.ts';
import { ksesData } from '../formatting/index.ts';
import { isPubliclyViewable, type Post } from '../posts/index.ts';
import type { User } from '../users/index.ts';
import type { PostBlockDependencies } from './dependencies.ts';

/** Whether a text is one of an item, or a part of one: who may read that text may read of the item. */
function isOwn(id: number, context: RenderContext): boolean {
  for (let text: RenderContext | undefined = context; text !== undefined; text = text.within) {
    if (text.post?.id === id) return true;
  }
  return false;
}

/** The item that a block shows a part of: the one whose text it stands in, or one that everybody may see; else null. */
export async function itemOf(
  { context: { postId } }: BlockInstance,
  context: RenderContext,
  { posts, types }: Pick<PostBlockDependencies, 'posts' | 'types'>,
): Promise<Post | null> {
  const id = Number(postId ?? 0);
  if (!Number.isSafeInteger(id) || id <= 0) return null;
  const post = await posts.loader(requestOf(context)).load(id);
  return post === null || isOwn(id, context) || isPubliclyViewable(post, types) ? post : null;
}

/** Whether the texts of an item may be shown there: it has no password, or the text is its own. */
export const mayShowTexts = ({ id, password }: Post, context: RenderContext): boolean =>
  password === '' || isOwn(id, context);

/** What stands in the place of the texts of an item that has a password. */
export const PROTECTED = 'This content is password protected.';

/** The title of an item as it is shown, with a little inline markup at most; it says of an item that not all may read it. */
export function titleOf({ id, title, password, status }: Post, { renderer }: Pick<PostBlockDependencies, 'renderer'>) {
  const shown = ksesData(renderer.title(title, id));
  if (password !== '') return `Protected: ${shown}`;
  return status === 'private' ? `Private: ${shown}` : shown;
}

/** The address of an item. */
export const addressOf = async (
  post: Post,
  { permalinks }: Pick<PostBlockDependencies, 'permalinks'>,
  context: RenderContext,
): Promise<string> => cleanUrl(await permalinks.forPost(post, requestOf(context)));

/** Who wrote the item that a block shows a part of. */
export async function authorOf(
  block: BlockInstance,
  context: RenderContext,
  dependencies: Pick<PostBlockDependencies, 'posts' | 'types' | 'users'>,
): Promise<User | null> {
  const post = await itemOf(block, context, dependencies);
  return post === null || post.author === 0 ? null : dependencies.users.loader(requestOf(context)).load(post.author);
}

/** A value of an attribute that is a text with something in it; else an empty text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
