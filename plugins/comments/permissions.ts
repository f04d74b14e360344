import { isLoggedIn, type RestRequest } from '../../core/index.ts';
import { errors } from './errors.ts';
import { requestedComment } from './read.ts';
import { canEditComment, canReadPost } from './readable.ts';
import type { CommentServices } from './services.ts';

/** Lets a request make a comment, or throws the reason why not. */
export async function mayCreate(
  services: Pick<CommentServices, 'hooks' | 'items' | 'options' | 'posts'>,
  request: RestRequest,
): Promise<true> {
  const { hooks, options } = services;
  if (!isLoggedIn(request.user)) {
    const closed = Number(options.get('comment_registration', '0'));
    const allowed = !closed && (await hooks.filter('rest_allow_anonymous_comments').promise(false, request));
    if (!allowed) throw errors.rest_comment_login_required();
  }
  checkModerated(request);
  const id = Number(request.getParam('post'));
  const post = id > 0 ? await services.posts.loader(request.context).load(id) : null;
  if (post === null) throw errors.rest_comment_invalid_post_id();
  if (post.status === 'draft') throw errors.rest_comment_draft_post();
  if (post.status === 'trash') throw errors.rest_comment_trash_post();
  if (!(await canReadPost(services, post, request))) throw errors.rest_cannot_read_post(request);
  if (!hooks.filter('comments_open').call(post.commentStatus === 'open', post)) throw errors.rest_comment_closed();
  return true;
}

/** Lets a request change a comment, or throws the reason why not. */
export async function mayUpdate(
  services: Pick<CommentServices, 'comments' | 'posts'>,
  request: RestRequest,
): Promise<true> {
  const comment = await requestedComment(services, request);
  if (!(await canEditComment(services, comment, request))) throw errors.rest_cannot_edit(request);
  return true;
}

/** Lets a request delete a comment, or throws the reason why not. */
export async function mayDelete(
  services: Pick<CommentServices, 'comments' | 'posts'>,
  request: RestRequest,
): Promise<true> {
  const comment = await requestedComment(services, request);
  if (!(await canEditComment(services, comment, request))) throw errors.rest_cannot_delete(request);
  return true;
}

/** The fields of a new comment that only moderators may set. */
function checkModerated(request: RestRequest): void {
  const { user, context } = request;
  if (user.can('moderate_comments')) return;
  const [author, ip, status] = ['author', 'author_ip', 'status'].map((name) => request.getParam(name));
  if (author !== null && author !== user.id) throw errors.rest_comment_invalid_author(request);
  if (ip !== null && ip !== context.http?.remoteAddress) throw errors.rest_comment_invalid_author_ip(request);
  if (status !== null) throw errors.rest_comment_invalid_status(request);
}
