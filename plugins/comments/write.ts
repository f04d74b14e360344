import { isLoggedIn, isRestError, type RestRequest, RestResponse, type RestServer } from '../../core/index.ts';
import { lockPosts } from '../posts/index.ts';
import { approvalOf } from './admission/approval.ts';
import { checkDuplicate } from './admission/duplicate.ts';
import { checkFlood } from './admission/flood.ts';
import { checkLengths } from './admission/lengths.ts';
import { cleanComment } from './clean.ts';
import type { Comment, CommentInput } from './comment.ts';
import { errors } from './errors.ts';
import { authorOf, isGiven, toInput } from './input.ts';
import { requestedComment } from './read.ts';
import type { CommentServices } from './services.ts';
import { setRequestedStatus } from './status.ts';
import { datesOf } from './store/dates.ts';
import { commentUrl } from './urls.ts';

/** The part of the controller of comments that writes need. */
export interface WriteSteps {
  readonly server: RestServer;
  readonly services: CommentServices;
  /** The answer that shows a comment. */
  prepare(comment: Comment, request: RestRequest): Promise<RestResponse>;
  /** Stores the related data that a request sets. */
  saveRelated(comment: Comment, request: RestRequest, isNew: boolean): Promise<void>;
  /** The answer that shows a comment that was just stored. */
  prepareStored(id: number, request: RestRequest, isNew: boolean): Promise<RestResponse>;
}

/** Makes a comment. */
export async function create(steps: WriteSteps, request: RestRequest): Promise<RestResponse> {
  if (isGiven(request.getParam('id'))) throw errors.rest_comment_exists();
  const type = request.getParam('type');
  if (isGiven(type) && type !== 'comment') throw errors.rest_invalid_comment_type();
  const { services } = steps;
  const comment = await services.database.transaction(async () => {
    await lockItem(services, Number(request.getParam('post')));
    const input = await admitted(services, request);
    const made = await services.comments.insert(input);
    const posted = await setRequestedStatus(services.comments, made, request);
    await services.hooks.action('comment_post').promise(posted.id, made.approved, posted);
    await steps.saveRelated(posted, request, true);
    return posted;
  });
  request.setParam('context', request.user.can('moderate_comments') ? 'edit' : 'view');
  const response = await steps.prepareStored(comment.id, request, true);
  response.status = 201;
  return response.header('Location', commentUrl(steps.server, comment.id, request));
}

/** Changes a comment. */
export async function update(steps: WriteSteps, request: RestRequest): Promise<RestResponse> {
  const { services } = steps;
  const before = await requestedComment(services, request);
  const type = request.getParam('type');
  if (type !== null && type !== (before.type || 'comment')) throw errors.rest_comment_invalid_type();
  const input = await toInput(services, request, false);
  if (input.post && (await services.posts.byId(input.post)) === null) throw errors.rest_comment_invalid_post_id();
  if (input.content !== undefined) checkContent(services, input);
  checkLengths(input);
  await services.database.transaction(async () => {
    if (input.post) await lockItem(services, input.post, before.post);
    const cleaned = await clean(services, input, request, before);
    const changed = Object.keys(cleaned).length > 0 ? await services.comments.update(before.id, cleaned) : before;
    await steps.saveRelated(await setRequestedStatus(services.comments, changed, request), request, false);
  });
  request.setParam('context', 'edit');
  return steps.prepareStored(before.id, request, false);
}

/** Moves a comment to the trash or, with `force`, deletes it. */
export async function remove(steps: WriteSteps, request: RestRequest): Promise<RestResponse> {
  const { services } = steps;
  const { comments, hooks } = services;
  const comment = await requestedComment(services, request);
  const trashable = hooks.filter('rest_comment_trashable').call(true, comment);
  request.setParam('context', 'edit');
  /** Has the request know the comment as it was written. */
  const remember = (now: Comment | null) => {
    comments.forget(request.context);
    comments.loader(request.context).prime(comment.id, now);
  };
  let response: RestResponse;
  if (request.getParam('force') === true) {
    const previous = await steps.prepare(comment, request);
    await comments.delete(comment.id);
    remember(null);
    response = new RestResponse({ deleted: true, previous: previous.data });
  } else {
    if (!trashable) throw errors.rest_trash_not_supported();
    if (comment.approved === 'trash') throw errors.rest_already_trashed();
    const trashed = await comments.trash(comment.id);
    remember(trashed);
    response = await steps.prepare(trashed, request);
  }
  await hooks.action('rest_delete_comment').promise(comment, response, request);
  return response;
}

/** Locks the item that a comment is to be on, and the one that it is on now. Throws when it has been deleted meanwhile. */
async function lockItem({ database, posts }: CommentServices, id: number, now = 0): Promise<void> {
  await lockPosts(database, [id, now]);
  if ((await posts.byId(id)) === null) throw errors.rest_comment_invalid_post_id();
}

/** The values of the comment that a request makes; throws the reason why it may not be stored. */
async function admitted(services: CommentServices, request: RestRequest): Promise<CommentInput> {
  const given = { content: '', type: 'comment', ...(await toInput(services, request, true)) };
  checkContent(services, given);
  const signed = await withAuthor(services, given, request);
  checkLengths(signed);
  const input = await clean(services, { ...signed, ...datesOf(services.clock, signed) }, request);
  await checkDuplicate(services, input);
  await checkFlood(services, input, request.user);
  const approved = await approvalOf(services, input);
  const prepared = await services.hooks.filter('rest_pre_insert_comment').promise({ ...input, approved }, request);
  if (isRestError(prepared)) throw prepared;
  return clean(services, prepared, request);
}

/** Adds the user who is logged in as the author, when the request names none. */
async function withAuthor(
  services: Pick<CommentServices, 'options' | 'users'>,
  input: CommentInput,
  { user }: RestRequest,
): Promise<CommentInput> {
  const { author, authorName, authorEmail, authorUrl } = input;
  const unsigned = !author && !authorName && !authorEmail && !authorUrl;
  const signed = unsigned && isLoggedIn(user) ? { ...input, ...(await authorOf(services, user.id)) } : input;
  if (Number(services.options.get('require_name_email', '1')) && (!signed.authorName || !signed.authorEmail)) {
    throw errors.rest_comment_author_data_required();
  }
  return signed;
}

function checkContent({ hooks }: Pick<CommentServices, 'hooks'>, input: CommentInput): void {
  if (input.content === '' && !hooks.filter('allow_empty_comment').call(false, input)) {
    throw errors.rest_comment_content_invalid();
  }
}

/** Markup stays as written only if both the user who writes it and the author of a comment that is changed may write any. */
async function clean(
  { userLoader, site }: Pick<CommentServices, 'site' | 'userLoader'>,
  input: CommentInput,
  { user }: RestRequest,
  before?: Comment,
): Promise<CommentInput> {
  const author = before === undefined || input.content === undefined ? user : await userLoader.load(before.author);
  const unfiltered = user.can('unfiltered_html') && (author?.can('unfiltered_html') ?? false);
  return cleanComment(input, { unfiltered, home: site.home });
}
