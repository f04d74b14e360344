import type { HttpContext } from '../../core/index.ts';
import { pageContextOf } from '../../core/rest/index.ts';
import { formText, setCookie } from '../sessions/index.ts';
import { numberIn } from './addresses/page-request.ts';
import { passwordCookie, passwordProof } from './password.ts';
import { Interface } from './reading/interface.ts';
import type { Pages } from './respond.ts';

/** How long a browser remembers that its user knows a password, in milliseconds. */
const LIFETIME = 10 * 24 * 3600 * 1000;

/** Takes the password of an item from the form: the interface checks whether it is right. */
export async function takePassword(http: HttpContext, pages: Pages): Promise<void> {
  const { dependencies } = pages;
  const context = pageContextOf(http);
  const id = numberIn(formText(http, 'post_id')) ?? 0;
  const password = formText(http, 'post_password');
  const post = await dependencies.posts?.loader(context).load(id);
  const route = post ? (dependencies.permalinks?.route(post) ?? '') : '';
  const refuse = (status: number, passwordRefusal: string) =>
    pages.showItem(http, id, context, { status, passwordRefusal });
  const wrong = () => refuse(403, 'The password is wrong.');
  if (!post || route === '' || password === '' || post.password === '' || dependencies.keys === undefined)
    return wrong();
  const { ok, status } = await new Interface(dependencies.server(), context).get(route, { password, _fields: 'id' });
  if (status === 429) return refuse(status, 'There were too many attempts. Please try again later.');
  if (!ok) return wrong();
  setCookie(http, dependencies.site, {
    name: passwordCookie(dependencies, id),
    value: passwordProof(post, dependencies),
    expires: new Date(Date.now() + LIFETIME),
  });
  http.redirect(await dependencies.permalinks!.forPost(post, context));
  http.status = 303;
}
