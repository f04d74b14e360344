import { addQueryArgs, type RestRequest, RestResponse, type RestServer } from '../../core/index.ts';
import { parseList, toInteger } from '../../core/schema/index.ts';
import type { Comment } from './comment.ts';
import { errors } from './errors.ts';
import { listQuery } from './list-query.ts';
import { canReadComment, canReadPost, postOf } from './readable.ts';
import type { CommentServices } from './services.ts';
import { commentsUrl } from './urls.ts';

/** The part of the controller of comments that lists need. */
export interface ListSteps {
  readonly server: RestServer;
  readonly services: Pick<CommentServices, 'clock' | 'comments' | 'hooks' | 'items' | 'posts'>;
  /** The answer that shows a comment. */
  prepare(comment: Comment, request: RestRequest): Promise<RestResponse>;
}

/** Reads the comment that a request names. Throws `rest_comment_invalid_id`, and an error for one on an item that is gone. */
export async function requestedComment(
  services: Pick<CommentServices, 'comments' | 'posts'>,
  request: RestRequest,
): Promise<Comment> {
  const id = Number(request.getParam('id'));
  const comment = id > 0 ? await services.comments.loader(request.context).load(id) : null;
  if (comment === null) throw errors.rest_comment_invalid_id();
  if (comment.post > 0 && (await postOf(services, comment, request)) === null) throw errors.rest_post_invalid_id();
  return comment;
}

/** The parameters of a list that only editors may set to other values than the defaults. */
const PROTECTED: Readonly<Record<string, string | undefined>> = {
  author: undefined,
  author_exclude: undefined,
  author_email: undefined,
  status: 'approve',
  type: 'comment',
};

/** Lets a request read a list, or throws the reason why not. */
export async function mayList(services: Pick<CommentServices, 'items' | 'posts'>, request: RestRequest): Promise<true> {
  const { user, context } = request;
  const ids = parseList(request.getParam('post')).map((each) => Math.abs(toInteger(each)));
  const posts = services.posts.loader(context);
  await posts.fill(ids.filter((id) => id > 0));
  for (const id of ids) {
    if (id === 0 && !user.can('moderate_comments')) throw errors.rest_cannot_read(request);
    const post = id === 0 ? null : await posts.load(id);
    if (post !== null && !(await canReadPost(services, post, request))) throw errors.rest_cannot_read_post(request);
  }
  if (request.getParam('context') === 'edit' && !user.can('moderate_comments')) {
    throw errors.rest_forbidden_context(request);
  }
  if (!user.can('edit_posts')) {
    const asked = Object.entries(PROTECTED).filter(([name, free]) => asks(request.getParam(name), free));
    if (asked.length > 0) throw errors.rest_forbidden_param(request);
  }
  return true;
}

function asks(value: unknown, free: string | undefined): boolean {
  if (free !== undefined) return value !== free;
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** Lists comments; those that the user may not read are left out of the page, not of the total. */
export async function list(steps: ListSteps, request: RestRequest): Promise<RestResponse> {
  const { services, server } = steps;
  const query = await services.hooks.filter('rest_comment_query').promise(listQuery(request, services), request);
  const { comments, total } = await services.comments.list(request.context, query);
  const loader = services.comments.loader(request.context);
  for (const comment of comments) loader.prime(comment.id, comment);
  // Who may read is decided for all first, so that what the answers need is read for all at once.
  const isReadable = await Promise.all(comments.map((comment) => canReadComment(services, comment, request)));
  const shown = await Promise.all(
    comments
      .filter((_, at) => isReadable[at])
      .map(async (comment) => server.prepareForCollection(await steps.prepare(comment, request))),
  );
  const response = new RestResponse(shown);
  response.pagination = {
    total,
    totalPages: Math.ceil(total / Number(request.getParam('per_page'))),
    page: Number(request.getParam('page')),
    base: addQueryArgs(commentsUrl(server, request), request.paramsOf('query')),
  };
  return response;
}

/** Lets a request read one comment, or throws the reason why not. */
export async function mayRead(
  services: Pick<CommentServices, 'comments' | 'hooks' | 'items' | 'posts'>,
  request: RestRequest,
): Promise<true> {
  const comment = await requestedComment(services, request);
  if (request.getParam('context') === 'edit' && !request.user.can('moderate_comments')) {
    throw errors.rest_forbidden_context(request);
  }
  if (!(await canReadComment(services, comment, request))) throw errors.rest_cannot_read(request);
  const post = await postOf(services, comment, request);
  if (post !== null && !(await canReadPost(services, post, request))) throw errors.rest_cannot_read_post(request);
  return true;
}
