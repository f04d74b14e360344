import type { HttpContext } from '../../core/index.ts';
import { html } from '../../core/text/index.ts';
import type { Nonces } from '../nonces/index.ts';
import { formText } from './form.ts';
import type { LoginParts } from './login-parts.ts';
import { ownAddress } from './origin.ts';
import { sendPage } from './page.ts';

const ACTION = 'log-out';

/**
 * Signs out the user when the address or the form holds the nonce of `log-out`; without a valid one, asks for
 * confirmation. Then redirects to `redirect_to` if that lies on this site, or to the login page.
 */
export async function logOut(context: HttpContext, parts: LoginParts, nonces: Nonces): Promise<void> {
  const { site, browser, hooks, options } = parts;
  const session = await browser.current(context);
  const target = ownAddress(formText(context, 'redirect_to'), context, site);
  const next = target ?? `${site.home}/login?loggedout=true`;
  if (session === undefined) return context.redirect(next);
  const holder = { userId: session.userId, sessionToken: session.token };
  const given = formText(context, '_wpnonce');
  if (nonces.verify(given, ACTION, holder) !== false) {
    await (formText(context, 'everywhere') === '' ? browser.end(context) : browser.endAll(context));
    await hooks.action('cms_logout').promise(session.userId);
    return context.redirect(next);
  }
  const body = html`<form method="post">
<input name="_wpnonce" type="hidden" value="${nonces.create(ACTION, holder)}">
<input name="redirect_to" type="hidden" value="${formText(context, 'redirect_to')}">
<button>Log out</button><button name="everywhere" value="1">Log out everywhere</button>
</form>`;
  sendPage(context, { title: 'Do you want to log out?', siteName: String(options.get('blogname', '')), body });
}
