import { type HttpContext, pageContextOf } from '../../core/index.ts';
import { formText } from '../sessions/index.ts';
import { numberIn } from './addresses/asked.ts';
import { passwordCookie, passwordProof } from './password.ts';
import { Interface } from './reading/interface.ts';
import type { Pages } from './respond.ts';

/** How long a browser remembers that its user knows a password, in milliseconds. */
const LIFETIME = 10 * 24 * 3600 * 1000;

/** Takes the password of an item from the form: the interface tells whether it is the right one. */
export async function takePassword(http: HttpContext, pages: Pages): Promise<void> {
  const { kit } = pages;
  const context = pageContextOf(http);
  const id = numberIn(formText(http, 'post_id')) ?? 0;
  const password = formText(http, 'post_password');
  const post = await kit.posts?.loader(context).load(id);
  const route = post ? (kit.permalinks?.route(post) ?? '') : '';
  const wrong = () => pages.showItem(http, id, context, { status: 403, isPasswordWrong: true });
  if (!post || route === '' || password === '' || post.password === '' || kit.keys === undefined) return wrong();
  const { ok } = await new Interface(kit.server(), context).get(route, { password, _fields: 'id' });
  if (!ok) return wrong();
  http.cookies.set(passwordCookie(kit, id), passwordProof(post, kit), {
    httpOnly: true,
    sameSite: 'lax',
    secure: http.secure,
    path: new URL(kit.site.home).pathname,
    maxAge: LIFETIME,
    overwrite: true,
    signed: false,
  });
  http.redirect(await kit.permalinks!.forPost(post, context));
  http.status = 303;
}
