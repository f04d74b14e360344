import type { FieldSelection, RestRequest } from '../../core/index.ts';
import { toWireDate } from '../../core/site/index.ts';
import type { Comment } from './comment.ts';
import { postOf } from './readable.ts';
import type { CommentServices } from './services.ts';
import { shownStatus } from './status.ts';

type Make = () => unknown;

type PrepareServices = Pick<
  CommentServices,
  'avatars' | 'comments' | 'metaFields' | 'permalinks' | 'posts' | 'renderer' | 'users'
>;

/** The data of a comment: the fields that a request asks for. */
export async function toData(
  services: PrepareServices,
  comment: Comment,
  request: RestRequest,
  fields: FieldSelection,
): Promise<Record<string, unknown>> {
  const requested = Object.entries(makers(services, comment, request, fields)).filter(([name]) => fields.has(name));
  // All begin at once, so that what the comments of a list need of a kind is read for all of them at once.
  return Object.fromEntries(await Promise.all(requested.map(async ([name, make]) => [name, await make()] as const)));
}

function makers(
  services: PrepareServices,
  comment: Comment,
  request: RestRequest,
  fields: FieldSelection,
): Record<string, Make> {
  const { avatars } = services;
  return {
    id: () => comment.id,
    post: () => comment.post,
    parent: () => comment.parent,
    author: () => comment.author,
    author_name: () => comment.authorName,
    author_email: () => comment.authorEmail,
    author_url: () => comment.authorUrl,
    author_ip: () => comment.authorIp,
    author_user_agent: () => comment.authorUserAgent,
    date: () => toWireDate(comment.date),
    date_gmt: () => toWireDate(comment.dateGmt),
    content: () => contentOf(services, comment, fields),
    link: () => linkOf(services, comment, request),
    status: () => shownStatus(comment),
    type: () => comment.type || 'comment',
    ...(avatars === undefined
      ? {}
      : { author_avatar_urls: async () => avatars(await emailOf(services, comment, request), request.context) }),
    meta: () => metaOf(services, comment, request),
  };
}

/** The email address of the account that wrote a comment, as it is now, or else the one that the comment came with. */
async function emailOf({ users }: Pick<CommentServices, 'users'>, comment: Comment, { context }: RestRequest) {
  const author = comment.author === 0 ? null : await users.loader(context).load(comment.author);
  return author?.email ?? comment.authorEmail;
}

async function contentOf({ renderer }: Pick<CommentServices, 'renderer'>, comment: Comment, fields: FieldSelection) {
  const content: Record<string, string> = {};
  if (fields.has('content.rendered')) content.rendered = await renderer.comment(comment.content, comment);
  if (fields.has('content.raw')) content.raw = comment.content;
  return content;
}

async function linkOf(
  services: Pick<CommentServices, 'permalinks' | 'posts'>,
  comment: Comment,
  request: RestRequest,
): Promise<string> {
  const post = await postOf(services, comment, request);
  const address = post === null ? '' : await services.permalinks.forPost(post, request.context);
  return `${address}#comment-${comment.id}`;
}

async function metaOf(
  { comments, metaFields }: Pick<CommentServices, 'comments' | 'metaFields'>,
  comment: Comment,
  request: RestRequest,
) {
  const known = metaFields.registered('comment', 'comment').size > 0;
  const values = known ? await comments.meta(request.context).load(comment.id) : new Map();
  return metaFields.metaValue('comment', 'comment', values, request);
}
