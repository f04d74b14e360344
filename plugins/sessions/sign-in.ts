import type { HttpContext } from '../../core/index.ts';
import { html, type Markup } from '../../core/text/index.ts';
import type { User } from '../users/index.ts';
import { rememberAddress } from './attempts.ts';
import { formText, isInterim } from './form.ts';
import type { LoginParts } from './login-parts.ts';
import { ownAddress } from './origin.ts';
import { sendPage } from './page.ts';

/** Somebody who has proved all that the login page asks for. */
export interface Proven {
  readonly user: User;
  readonly remember: boolean;
  /** What the user is shown before the site goes on. */
  readonly notice?: Markup | undefined;
}

/** Begins the session of a user and leads to `redirect_to` if that lies on this site. */
export async function signIn(
  context: HttpContext,
  parts: LoginParts,
  { user, remember, notice }: Proven,
): Promise<void> {
  const { site, browser, hooks, throttles, options } = parts;
  await browser.begin(context, user.id, remember);
  await rememberAddress(throttles, user, context.ip);
  await hooks.action('cms_login').promise(user.login, user);
  const requested = ownAddress(formText(context, 'redirect_to'), context, site);
  const target = hooks.filter('login_redirect').call(requested ?? `${site.home}/`, requested ?? '', user);
  if (notice === undefined) return context.redirect(target);
  const body = html`${notice}<p><a href="${target}">Continue</a></p>`;
  const siteName = String(options.get('blogname', ''));
  sendPage(context, { title: 'You are signed in', siteName, body, isFramed: isInterim(context) });
}
