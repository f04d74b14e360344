import { isLoggedIn, type RestRequest } from '../../core/index.ts';
import { comparePassword, mayRead, mayShowTexts, type Post } from '../posts/index.ts';
import type { Comment } from './comment.ts';
import type { CommentServices } from './services.ts';

/** The item that a comment is on; null for none. */
export function postOf(
  { posts }: Pick<CommentServices, 'posts'>,
  comment: Comment,
  { context }: RestRequest,
): Promise<Post | null> {
  return comment.post > 0 ? posts.loader(context).load(comment.post) : Promise.resolve(null);
}

/** Whether the user of a request may read an item, and so the comments on it. */
export async function canReadPost(
  services: Pick<CommentServices, 'items'>,
  post: Post,
  request: RestRequest,
): Promise<boolean> {
  if (services.items.types.get(post.type) === undefined) return false;
  if (post.password !== '' && !(await givesPassword(services, post, request)))
    return request.user.can('edit_post', post);
  return mayRead(services.items, post, request);
}

/** Whether the user of a request may read a comment: an approved one on a readable item, one's own, or one to moderate. */
export async function canReadComment(
  services: Pick<CommentServices, 'hooks' | 'items' | 'posts'>,
  comment: Comment,
  request: RestRequest,
): Promise<boolean> {
  if (await isReadable(services, comment, request)) return true;
  return services.hooks.filter('rest_allow_reading_comment').call(false, comment, request);
}

async function isReadable(
  services: Pick<CommentServices, 'items' | 'posts'>,
  comment: Comment,
  request: RestRequest,
): Promise<boolean> {
  const { user } = request;
  const post = await postOf(services, comment, request);
  if (post !== null && comment.approved === '1' && (await canReadPost(services, post, request))) return true;
  if (!isLoggedIn(user)) return false;
  if (comment.post === 0 && !user.can('moderate_comments')) return false;
  return comment.author === user.id || user.can('edit_comment', comment, post);
}

/** Whether the user of a request may change or delete a comment. */
export async function canEditComment(
  services: Pick<CommentServices, 'posts'>,
  comment: Comment,
  request: RestRequest,
): Promise<boolean> {
  const { user } = request;
  if (user.can('moderate_comments')) return true;
  return isLoggedIn(user) && user.can('edit_comment', comment, await postOf(services, comment, request));
}

/** Whether a request for one comment, or for the comments of one item, gives the item's password. */
async function givesPassword(
  { items }: Pick<CommentServices, 'items'>,
  post: Post,
  request: RestRequest,
): Promise<boolean> {
  const posts = request.getParam('post');
  const single = Array.isArray(posts) ? posts.length === 1 : Boolean(posts);
  if (!single && !request.getParam('id')) return false;
  await comparePassword([post], request, items);
  return mayShowTexts(post, request);
}
