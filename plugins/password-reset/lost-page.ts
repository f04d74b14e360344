import { type HttpContext, isRestError, type Site } from '../../core/index.ts';
import { html, isEmail } from '../../core/text/index.ts';
import type { Options } from '../options/index.ts';
import { formText, isFromOwnPage, refusalState, sendPage } from '../sessions/index.ts';
import type { Throttles } from '../throttles/index.ts';
import type { UserStore } from '../users/index.ts';
import type { Background } from './background.ts';
import type { Letters } from './letters.ts';

/** The services that the page for a lost password uses. */
export interface LostPageParts {
  readonly site: Site;
  readonly options: Options;
  readonly users: UserStore;
  readonly throttles: Throttles;
  readonly letters: Letters;
  readonly background: Background;
}

/** The path of the page. */
export const LOST_PATH = '/lost-password';

/** Every request counts: an account gets few mails in an hour, and few are asked for from one address. */
const LIMITS = { attempts: 3, account: 10, address: 30, seconds: 3600 } as const;

/** No login name or address is longer. */
const MAX_LENGTH = 254;

// The same for every name, so that a visitor cannot find out which accounts there are.
const SENT =
  'If there is an account of this name or address, a mail with a link is on its way to its address. It may take some minutes.';

/** What the page shows beside its form. */
interface State {
  readonly alert?: string;
  readonly login?: string;
  readonly status?: number;
}

/** Shows the form that asks for a link. */
export const showLost = (context: HttpContext, parts: LostPageParts): void => sendLost(context, parts, {});

/** Has a link sent to who is named by `user_login`, once the answer has gone out, which is the same for everybody. */
export async function takeLost(context: HttpContext, parts: LostPageParts): Promise<void> {
  const { site, throttles, background, letters, options } = parts;
  const login = formText(context, 'user_login').trim();
  if (!isFromOwnPage(context, site)) {
    return sendLost(context, parts, { alert: 'The form came from another site. Please try again.', status: 403 });
  }
  if (login === '' || login.length > MAX_LENGTH) {
    return sendLost(context, parts, { alert: 'Please fill in your name or e-mail address.', status: 400 });
  }
  const { ip } = context;
  const subject = { purpose: 'password-reset', account: login, address: ip, limits: LIMITS };
  try {
    await throttles.attempt(subject, () => false, Boolean);
  } catch (error) {
    if (!isRestError(error)) throw error;
    return sendLost(context, parts, { ...refusalState(context, error), login });
  }
  background.runAfter(context, async () => {
    const user = (await parts.users.byLogin(login)) ?? (isEmail(login) ? await parts.users.byEmail(login) : null);
    if (user !== null) await letters.sendLink(user, ip);
  });
  const body = html`<p role="status">${SENT}</p><p><a href="${site.home}/login">Log in</a></p>`;
  sendPage(context, { title: 'Lost your password?', siteName: options.get('blogname', ''), body });
}

function sendLost(context: HttpContext, { options }: LostPageParts, { alert, login, status = 200 }: State): void {
  const body = html`${alert && html`<p role="alert">${alert}</p>`}
<p>Give your name or e-mail address to get a mail with a link, by which you set a new password.</p>
<form method="post">
<label for="user_login">Name or e-mail address</label>
<input id="user_login" name="user_login" type="text" value="${login}" autocomplete="username" autocapitalize="none" required>
<button>Send a link</button>
</form>`;
  sendPage(context, { title: 'Lost your password?', siteName: options.get('blogname', ''), body, status });
}
