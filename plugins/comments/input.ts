import { isRestError, type RestRequest } from '../../core/index.ts';
import { isIp } from '../../core/schema/index.ts';
import { getDateWithGmt } from '../../core/site/index.ts';
import { rawText } from '../posts/index.ts';
import type { CommentInput } from './comment.ts';
import { errors } from './errors.ts';
import type { CommentServices } from './services.ts';

/** Whether a parameter is there and holds something. */
export const isGiven = (value: unknown): boolean => Boolean(value) && value !== '0';

/**
 * The values with which a request makes or changes a comment. The address and client of a new comment come from the
 * request, unless a moderator sets them; a change keeps them.
 */
export async function toInput(
  services: CommentServices,
  request: RestRequest,
  creating: boolean,
): Promise<CommentInput> {
  const param = <T>(name: string) => request.getParam(name) as T | null;
  const input: CommentInput = {};
  const content = rawText(param('content'))?.trim();
  if (content !== undefined) input.content = content;
  const [post, parent] = [param<number>('post'), param<number>('parent')];
  if (post !== null) input.post = post;
  if (parent !== null) input.parent = Math.max(0, parent);
  const author = param<number>('author');
  if (author !== null) Object.assign(input, await authorOf(services, author));
  for (const [member, name] of TEXTS) {
    const value = param<string>(name);
    if (value !== null) input[member] = value;
  }
  if (creating) Object.assign(input, originOf(request));
  const ip = param<string>('author_ip');
  if (ip !== null && request.user.can('moderate_comments')) input.authorIp = ip;
  const agent = param<string>('author_user_agent');
  if (agent) input.authorUserAgent = agent;
  Object.assign(input, datesOf(services, param('date'), param('date_gmt')));
  const prepared = await services.hooks.filter('rest_preprocess_comment').promise(input, request);
  if (isRestError(prepared)) throw prepared;
  return prepared;
}

const TEXTS = [
  ['authorName', 'author_name'],
  ['authorEmail', 'author_email'],
  ['authorUrl', 'author_url'],
] as const;

/** The author's data that a comment copies from its user. Throws `rest_comment_author_invalid` for an unknown user. */
export async function authorOf({ users }: Pick<CommentServices, 'users'>, id: number): Promise<CommentInput> {
  const user = id > 0 ? await users.byId(id) : null;
  if (user === null) throw errors.rest_comment_author_invalid();
  return { author: user.id, authorName: user.displayName, authorEmail: user.email, authorUrl: user.url };
}

function originOf(request: RestRequest): CommentInput {
  const address = request.context.http?.remoteAddress;
  return {
    authorIp: isIp(address) ? address : '127.0.0.1',
    authorUserAgent: request.getHeader('user-agent') ?? '',
  };
}

function datesOf({ clock }: Pick<CommentServices, 'clock'>, local: string | null, utc: string | null): CommentInput {
  const given = local || utc;
  const dates = given ? getDateWithGmt(given, !local, clock.zone()) : null;
  return dates === null ? {} : { date: dates[0], dateGmt: dates[1] };
}
