import { type HttpContext, isRestError, type PluginHooks, type RestError, type Site } from '../../core/index.ts';
import { html } from '../../core/text/index.ts';
import type { Options } from '../options/index.ts';
import type { Throttles } from '../throttles/index.ts';
import type { User, UserStore } from '../users/index.ts';
import type { BrowserSessions } from './browser.ts';
import { formText, queryText } from './form.ts';
import { isFromOwnPage, ownAddress } from './origin.ts';
import { sendPage } from './page.ts';

/** The services that the pages of signing in and out use. */
export interface LoginParts {
  readonly site: Site;
  readonly hooks: PluginHooks;
  readonly options: Options;
  readonly users: UserStore;
  readonly browser: BrowserSessions;
  readonly throttles: Throttles;
}

/** What the form shows beside its fields. */
interface FormState {
  readonly alert?: string;
  readonly notice?: string;
  readonly login?: string;
  readonly status?: number;
}

// The text is the same for every cause, so that a visitor cannot find out which logins exist.
const REFUSED = 'The name or the password is wrong.';

/** Shows the login form, or redirects a user who is signed in already. */
export async function showLogin(context: HttpContext, parts: LoginParts): Promise<void> {
  const target = ownAddress(queryText(context, 'redirect_to'), context, parts.site);
  const isAskedAgain = queryText(context, 'reauth') !== '';
  if (!isAskedAgain && (await parts.browser.current(context)) !== undefined) {
    return context.redirect(target ?? `${parts.site.home}/`);
  }
  const notice = queryText(context, 'loggedout') === '' ? undefined : 'You are signed out.';
  sendForm(context, parts, { ...(notice === undefined ? {} : { notice }) });
}

/** Signs in by `log` and `pwd`, then leads to `redirect_to` if that lies on this site. */
export async function takeLogin(context: HttpContext, parts: LoginParts): Promise<void> {
  const { site, browser, hooks } = parts;
  const [login, password] = [formText(context, 'log'), formText(context, 'pwd')];
  if (!isFromOwnPage(context, site)) {
    return sendForm(context, parts, { alert: 'The form came from another site. Please try again.', status: 403 });
  }
  if (login.trim() === '' || password === '') {
    return sendForm(context, parts, { alert: 'Please fill in name and password.', login });
  }
  let user: User | RestError;
  try {
    user = await authenticate(context, parts, login, password);
  } catch (error) {
    if (!isRestError(error)) throw error;
    for (const [name, value] of Object.entries(error.headers ?? {})) context.set(name, value);
    return sendForm(context, parts, { alert: error.message, login, status: error.status });
  }
  if (isRestError(user)) {
    hooks.action('cms_login_failed').call(login);
    // The status is 200 as in the reference: clients take any other status for a failure of the connection.
    return sendForm(context, parts, { alert: REFUSED, login });
  }
  await browser.begin(context, user.id, formText(context, 'rememberme') !== '');
  await hooks.action('cms_login').promise(user.login, user);
  const requested = ownAddress(formText(context, 'redirect_to'), context, site);
  const fallback = `${site.home}/`;
  context.redirect(hooks.filter('login_redirect').call(requested ?? fallback, requested ?? '', user));
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
  const subject = {
    purpose: 'login',
    account: login,
    address: context.ip,
    voucher: isOwn ? session?.token : undefined,
  };
  const isUser = (found: User | RestError): found is User => !isRestError(found);
  const found = await throttles.attempt(subject, () => users.authenticate(login, password), isUser);
  if (isUser(found)) await throttles.remember(subject, [found.login, found.email]);
  return found;
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase();

function sendForm(context: HttpContext, { site, options }: LoginParts, state: FormState): void {
  const target = ownAddress(formText(context, 'redirect_to'), context, site);
  const body = html`${state.alert && html`<p role="alert">${state.alert}</p>`}
${state.notice && html`<p role="status">${state.notice}</p>`}
<form method="post">
<label for="log">Name or e-mail address</label>
<input id="log" name="log" type="text" value="${state.login}" autocomplete="username" autocapitalize="none" required>
<label for="pwd">Password</label>
<input id="pwd" name="pwd" type="password" autocomplete="current-password" required>
<label class="inline"><input name="rememberme" type="checkbox" value="forever"> Remember me</label>
${target !== undefined && html`<input name="redirect_to" type="hidden" value="${target}">`}
<button>Log in</button>
</form>`;
  sendPage(context, {
    title: 'Log in',
    siteName: String(options.get('blogname', '')),
    body,
    ...(state.status === undefined ? {} : { status: state.status }),
  });
}
