import { addQueryArgs, type HttpContext, pageContextOf, RestRequest } from '../../core/index.ts';
import { formText, isFromOwnPage } from '../sessions/index.ts';
import { numberIn } from './addresses/asked.ts';
import { passwordOf } from './password.ts';
import type { CommentData } from './reading/data.ts';
import { Interface } from './reading/interface.ts';
import type { Pages } from './respond.ts';
import type { CommentDraft } from './view.ts';
import { recogniseVisitor } from './visitor.ts';

/** Requests for comments that came by the form, which visitors may send where the site lets them comment at all. */
const BY_FORM = new WeakSet<RestRequest>();

/** Lets visitors comment by the form. */
export const isByForm = (request: RestRequest): boolean => BY_FORM.has(request);

/** Takes a comment from the form: the interface makes it, after all of its checks, or says what is wrong with it. */
export async function takeComment(http: HttpContext, pages: Pages): Promise<void> {
  const { kit } = pages;
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
  if (!isFromOwnPage(http, kit.site)) return refuse(403, 'The form came from another site. Please send it again.');
  await recogniseVisitor(context, kit);
  const post = await kit.posts?.loader(context).load(id);
  const password = post ? passwordOf(post, context, kit) : undefined;
  const rest = new Interface(kit.server(), context);
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
  const link = (await kit.permalinks?.forPost(post!, context)) ?? '/';
  http.redirect(isShown ? data.link : `${addQueryArgs(link, { comment: 'held' })}#comments`);
  http.status = 303;
}

/** What is wrong, in the words of the interface: of a parameter, those of the parameter. */
function reasonOf(error: { message?: string; data?: { params?: Record<string, string> } }): string {
  const params = Object.keys(error.data?.params ?? {});
  if (params.includes('author_email')) return 'Please give an email address that can be right.';
  if (params.includes('author_url')) return 'Please give a website whose address can be right.';
  return error.message ?? 'The comment could not be stored.';
}
