import { type HttpContext, isRestError, type RestError } from '../../core/index.ts';
import { html } from '../../core/text/index.ts';
import type { User } from '../users/index.ts';
import { attemptPassword } from './attempts.ts';
import { afterPassword, takeAnswer, tokenOf } from './challenge-page.ts';
import { formText, queryText } from './form.ts';
import { refusalState, sendLoginForm } from './login-form.ts';
import type { LoginParts } from './login-parts.ts';
import { isFromOwnPage, ownAddress } from './origin.ts';
import { sendPage } from './page.ts';

// The text is the same for every cause, so that a visitor cannot find out which logins exist.
const REFUSED = 'The name or the password is wrong.';

/** Shows the login form, or redirects a user who is signed in already. */
export async function showLogin(context: HttpContext, parts: LoginParts): Promise<void> {
  const target = ownAddress(queryText(context, 'redirect_to'), context, parts.site);
  const isAskedAgain = queryText(context, 'reauth') !== '';
  if (!isAskedAgain && (await parts.browser.current(context)) !== undefined) {
    return context.redirect(target ?? `${parts.site.home}/`);
  }
  if (parts.isReadOnly) return sendElsewhere(context, parts);
  const notice = queryText(context, 'loggedout') === '' ? undefined : 'You are signed out.';
  sendLoginForm(context, parts, { ...(notice === undefined ? {} : { notice }) });
}

/** Signs in by `log` and `pwd`, and by what plugins ask for then; leads to `redirect_to` if that lies on this site. */
export async function takeLogin(context: HttpContext, parts: LoginParts): Promise<void> {
  const [login, password, token] = [formText(context, 'log'), formText(context, 'pwd'), tokenOf(context)];
  if (!isFromOwnPage(context, parts.site)) {
    return sendLoginForm(context, parts, { alert: 'The form came from another site. Please try again.', status: 403 });
  }
  if (parts.isReadOnly) return sendElsewhere(context, parts);
  if (token !== '') return takeAnswer(context, parts, token);
  if (login.trim() === '' || password === '') {
    return sendLoginForm(context, parts, { alert: 'Please fill in name and password.', login });
  }
  let user: User | RestError;
  try {
    user = await authenticate(context, parts, login, password);
  } catch (error) {
    if (!isRestError(error)) throw error;
    return sendLoginForm(context, parts, { ...refusalState(context, error), login });
  }
  if (isRestError(user)) {
    parts.hooks.action('cms_login_failed').call(login);
    // The status is 200 as in the reference: clients take any other status for a failure of the connection.
    return sendLoginForm(context, parts, { alert: REFUSED, login });
  }
  await afterPassword(context, parts, { user, remember: formText(context, 'rememberme') !== '' });
}

/** Says that nobody can log in here, and where one can: at the program whose site it is. */
function sendElsewhere(context: HttpContext, { site, options }: LoginParts): void {
  const address = `${options.get('siteurl', '') || site.home}/${site.brand.prefixed('login.php')}`;
  const body = html`<p role="status">The site is served read-only here. <a href="${address}">Log in at WordPress</a>; that holds
here too.</p>`;
  sendPage(context, { title: 'Log in', siteName: String(options.get('blogname', '')), body, status: 403 });
}

/** Checks a name and a password; throws an error object where there are too many attempts. */
async function authenticate(
  context: HttpContext,
  { users, browser, throttles }: LoginParts,
  login: string,
  password: string,
): Promise<User | RestError> {
  const session = await browser.current(context);
  const holder = session === undefined ? null : await users.byId(session.userId);
  const isOwn = holder !== null && [holder.login, holder.email].some((name) => isSameName(name, login));
  const who = { account: login, address: context.ip, voucher: isOwn ? session?.token : undefined };
  return attemptPassword(
    throttles,
    who,
    () => users.authenticate(login, password),
    (found) => !isRestError(found),
  );
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase();
