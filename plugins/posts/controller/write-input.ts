import { isRestError, type RestRequest } from '../../../core/index.ts';
import { toInteger } from '../../../core/schema/index.ts';
import { getDateWithGmt } from '../../../core/site/index.ts';
import { postErrors as errors } from '../errors.ts';
import type { Post } from '../post.ts';
import type { PostInput } from '../post-input.ts';
import type { TypeScope } from './dependencies.ts';
import { idOf } from './ids.ts';
import { isSet } from './permissions.ts';
import { rawText } from './raw-text.ts';

type Scope = TypeScope<'clock' | 'hooks' | 'posts' | 'statuses' | 'users'>;

/** The greatest value of the column `menu_order`. */
const MOST_ORDER = 2 ** 31 - 1;

/** The input for the store that a request makes: `before` is the item that is changed, null for a new one. */
export async function writeInput(scope: Scope, request: RestRequest, before: Post | null): Promise<PostInput> {
  const input: PostInput = {
    ...texts(scope, request),
    ...status(scope, request, before),
    ...dates(scope, request, before),
    ...slug(scope, request),
    ...(await author(scope, request)),
    ...password(scope, request, before),
    ...(await parent(scope, request)),
    ...smallFields(scope, request),
    type: before?.type ?? scope.type.name,
  };
  const outcome = await scope.dependencies.hooks
    .filter('rest_pre_insert_{post_type}')
    .for(scope.type.name)
    .promise(input, request);
  if (isRestError(outcome)) throw outcome;
  return outcome;
}

function texts({ hasField }: TypeScope<never>, request: RestRequest): PostInput {
  const found: { -readonly [F in keyof PostInput]: PostInput[F] } = {};
  for (const field of ['title', 'content', 'excerpt'] as const) {
    if (!hasField(field)) continue;
    const text = rawText(request.getParam(field));
    if (text !== undefined) found[field] = text;
  }
  return found;
}

function status(scope: TypeScope<'statuses'>, request: RestRequest, before: Post | null): PostInput {
  const requested = scope.hasField('status') ? request.getParam('status') : null;
  if (typeof requested !== 'string' || (before !== null && before.status === requested)) return {};
  const needsRight = ['private', 'publish', 'future'].includes(requested);
  if (needsRight && !request.user.can(scope.type.cap.publish_posts!)) throw errors.rest_cannot_publish(request);
  return { status: scope.dependencies.statuses.get(requested) === undefined ? 'draft' : requested };
}

/**
 * The local date wins over the UTC one. A null of either clears the date, so that a draft gets its date when it is
 * published.
 */
function dates({ dependencies, hasField }: TypeScope<'clock'>, request: RestRequest, before: Post | null): PostInput {
  const zone = dependencies.clock.zone();
  const given = (name: string) => (hasField(name) ? request.getParam(name) : null);
  const isReset = ['date', 'date_gmt'].some((name) => hasField(name) && request.hasParam(name) && given(name) === null);
  if (isReset) return { date: null, dateGmt: null };
  const [local, utc] = [given('date'), given('date_gmt')];
  const pair = local
    ? getDateWithGmt(String(local), false, zone)
    : utc
      ? getDateWithGmt(String(utc), true, zone)
      : null;
  if (pair === null) return {};
  const isSame = local ? before?.date === pair[0] : before?.dateGmt === pair[1];
  return isSame ? {} : { date: pair[0], dateGmt: pair[1], editDate: true };
}

function slug({ hasField }: TypeScope<never>, request: RestRequest): PostInput {
  const given = hasField('slug') ? request.getParam('slug') : null;
  return given === null ? {} : { name: String(given) };
}

async function author({ dependencies, hasField }: TypeScope<'users'>, request: RestRequest): Promise<PostInput> {
  const id = hasField('author') ? toInteger(request.getParam('author')) : 0;
  if (id === 0) return {};
  if (id !== request.user.id && (await dependencies.users.byId(id)) === null) throw errors.rest_invalid_author();
  return { author: id };
}

/** A sticky item has no password. */
function password(
  { dependencies, hasField }: TypeScope<'posts'>,
  request: RestRequest,
  before: Post | null,
): PostInput {
  const given = hasField('password') ? request.getParam('password') : null;
  const makesSticky = hasField('sticky') && isSet(request.getParam('sticky'));
  const isSticky = makesSticky || (before !== null && dependencies.posts.isSticky(before.id));
  const isProtected = makesSticky && before !== null && before.password !== '';
  if (isProtected || (given && isSticky)) throw errors.rest_invalid_field();
  return given === null ? {} : { password: String(given) };
}

async function parent({ dependencies, hasField }: TypeScope<'posts'>, request: RestRequest): Promise<PostInput> {
  const given = hasField('parent') ? request.getParam('parent') : null;
  if (given === null) return {};
  const id = idOf(given);
  if (toInteger(given) === 0) return { parent: 0 };
  if (id === 0 || (await dependencies.posts.byId(id)) === null) throw errors.rest_post_invalid_id({ status: 400 });
  return { parent: id };
}

function smallFields({ hasField }: TypeScope<never>, request: RestRequest): PostInput {
  const given = (name: string) => (hasField(name) ? request.getParam(name) : null);
  const order = given('menu_order');
  const [comments, pings] = [given('comment_status'), given('ping_status')];
  const found: { -readonly [F in keyof PostInput]: PostInput[F] } = {};
  if (order !== null) found.menuOrder = Math.max(Math.min(toInteger(order), MOST_ORDER), -MOST_ORDER);
  if (comments) found.commentStatus = String(comments);
  if (pings) found.pingStatus = String(pings);
  return found;
}
