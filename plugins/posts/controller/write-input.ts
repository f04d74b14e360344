import { getDateWithGmt, isRestError, merged, type RestRequest, toInteger } from '../../../core/index.ts';
import { postErrors as errors } from '../errors.ts';
import type { Post } from '../post.ts';
import type { PostInput } from '../post-input.ts';
import { idOf } from './ids.ts';
import type { TypeScope } from './kit.ts';
import { isSet } from './permissions.ts';

/** The greatest place that an item can have among others. */
const MOST_ORDER = 2 ** 31 - 1;

/** What a request makes or changes of an item: `before` is the item that is changed, null for a new one. */
export async function writeInput(scope: TypeScope, request: RestRequest, before: Post | null): Promise<PostInput> {
  const input: PostInput = merged(
    texts(scope, request),
    status(scope, request, before),
    dates(scope, request, before),
    slug(scope, request),
    await author(scope, request),
    password(scope, request, before),
    await parent(scope, request),
    smallFields(scope, request),
    { type: before?.type ?? scope.type.name },
  );
  const outcome = await scope.kit.hooks
    .filter('rest_pre_insert_{post_type}')
    .for(scope.type.name)
    .promise(input, request);
  if (isRestError(outcome)) throw outcome;
  return outcome;
}

/** Texts come as text, or as an object with the text under `raw`; anything else is as if it were not there. */
function texts({ hasField }: TypeScope, request: RestRequest): PostInput {
  const found: { -readonly [F in keyof PostInput]: PostInput[F] } = {};
  for (const field of ['title', 'content', 'excerpt'] as const) {
    if (!hasField(field)) continue;
    const value = request.getParam(field);
    const raw = typeof value === 'object' && value !== null && 'raw' in value ? value.raw : value;
    if (typeof raw === 'string') found[field] = raw;
  }
  return found;
}

function status(scope: TypeScope, request: RestRequest, before: Post | null): PostInput {
  const wanted = scope.hasField('status') ? request.getParam('status') : null;
  if (typeof wanted !== 'string' || (before !== null && before.status === wanted)) return {};
  const needsRight = ['private', 'publish', 'future'].includes(wanted);
  if (needsRight && !request.user.can(scope.type.cap.publish_posts!)) throw errors.rest_cannot_publish(request);
  return { status: scope.kit.statuses.get(wanted) === undefined ? 'draft' : wanted };
}

/** The local date wins over the UTC one. A null of either lets the date float again. */
function dates({ kit, hasField }: TypeScope, request: RestRequest, before: Post | null): PostInput {
  const zone = kit.clock.zone();
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

function slug({ hasField }: TypeScope, request: RestRequest): PostInput {
  const given = hasField('slug') ? request.getParam('slug') : null;
  return given === null ? {} : { name: String(given) };
}

async function author({ kit, hasField }: TypeScope, request: RestRequest): Promise<PostInput> {
  const id = hasField('author') ? toInteger(request.getParam('author')) : 0;
  if (id === 0) return {};
  if (id !== request.user.id && (await kit.users.byId(id)) === null) throw errors.rest_invalid_author();
  return { author: id };
}

/** A sticky item has no password. */
function password({ kit, hasField }: TypeScope, request: RestRequest, before: Post | null): PostInput {
  const given = hasField('password') ? request.getParam('password') : null;
  const makesSticky = hasField('sticky') && isSet(request.getParam('sticky'));
  const isSticky = makesSticky || (before !== null && kit.posts.isSticky(before.id));
  const isProtected = makesSticky && before !== null && before.password !== '';
  if (isProtected || (given && isSticky)) throw errors.rest_invalid_field();
  return given === null ? {} : { password: String(given) };
}

async function parent({ kit, hasField }: TypeScope, request: RestRequest): Promise<PostInput> {
  const given = hasField('parent') ? request.getParam('parent') : null;
  if (given === null) return {};
  const id = idOf(given);
  if (toInteger(given) === 0) return { parent: 0 };
  if (id === 0 || (await kit.posts.byId(id)) === null) throw errors.rest_post_invalid_id({ status: 400 });
  return { parent: id };
}

function smallFields({ hasField }: TypeScope, request: RestRequest): PostInput {
  const given = (name: string) => (hasField(name) ? request.getParam(name) : null);
  const order = given('menu_order');
  const [comments, pings] = [given('comment_status'), given('ping_status')];
  const found: { -readonly [F in keyof PostInput]: PostInput[F] } = {};
  if (order !== null) found.menuOrder = Math.max(Math.min(toInteger(order), MOST_ORDER), -MOST_ORDER);
  if (comments) found.commentStatus = String(comments);
  if (pings) found.pingStatus = String(pings);
  return found;
}
