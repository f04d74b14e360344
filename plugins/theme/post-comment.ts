import { type HttpContext, RestRequest } from '../../core/index.ts';
import { pageContextOf } from '../../core/rest/index.ts';
import { formText, isFromOwnPage } from '../sessions/index.ts';
import { numberIn } from './addresses/page-request.ts';
import { passwordOf } from './password.ts';
import type { CommentData } from './reading/data.ts';
import { Interface } from './reading/interface.ts';
import type { Pages } from './respond.ts';
import type { CommentDraft } from './view.ts';
import { recogniseVisitor } from './visitor.ts';
import { addressOfWaiting } from './waiting-comment.ts';

/** Requests that the form made, which anonymous visitors may make where the site lets them comment. */
const BY_FORM = new WeakSet<RestRequest>();

/** Whether a request was made by the form. */
export const isByForm = (request: RestRequest): boolean => BY_FORM.has(request);

/** Takes a comment from the form: the interface makes it, after all of its checks, or says what is wrong with it. */
export async function takeComment(http: HttpContext, pages: Pages): Promise<void> {
  const { dependencies } = pages;
  const text = (name: string) => formText(http, name).trim();
  const id = numberIn(text('comment_post_ID')) ?? 0;
  const parent = numberIn(text('comment_parent')) ?? 0;
  const draft: CommentDraft = {
    author: text('author'),
    email: text('email'),
    url: text('url'),
    text: formText(http, 'comment'),
    parent,
    refusal: '',
  };
  const context = pageContextOf(http);
  const refuse = (status: number, refusal: string) =>
    pages.showItem(http, id, context, { status, draft: { ...draft, refusal } });
  if (!isFromOwnPage(http, dependencies.site))
    return refuse(403, 'The form came from another site. Please send it again.');
  await recogniseVisitor(context, dependencies);
  const post = await dependencies.posts?.loader(context).load(id);
  const password = post ? passwordOf(post, context, dependencies) : undefined;
  const rest = new Interface(dependencies.server(), context);
  const given = { author_name: draft.author, author_email: draft.email, author_url: draft.url };
  const request = new RestRequest('POST', rest.core('comments'), {
    context,
    headers: { 'User-Agent': http.get('User-Agent') },
    form: {
      post: id,
      parent,
      content: draft.text,
      ...(context.user.id === 0 ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')) : {}),
      ...(password === undefined ? {} : { password }),
    },
  });
  BY_FORM.add(request);
  const { ok, status, data } = await rest.ask<CommentData & { message?: string }>(request);
  if (!ok) return refuse(status, reasonOf(data));
  const isShown = data.status === 'approved';
  const link = (await dependencies.permalinks?.forPost(post!, context)) ?? '/';
  http.redirect(isShown ? data.link : addressOfWaiting(link, data, dependencies.keys));
  http.status = 303;
}

/** The message of an error of the interface; for an invalid parameter, the message about the parameter. */
function reasonOf(error: { message?: string; data?: { params?: Record<string, string> } }): string {
  const params = Object.keys(error.data?.params ?? {});
  if (params.includes('author_email')) return 'Please give an email address that can be right.';
  if (params.includes('author_url')) return 'Please give a website whose address can be right.';
  return error.message ?? 'The comment could not be stored.';
}
