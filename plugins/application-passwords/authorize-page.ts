import { addQueryArgs, type HttpContext, isRestError, type Site } from '../../core/index.ts';
import { httpInfoOf } from '../../core/rest/index.ts';
import { html, type Markup } from '../../core/text/index.ts';
import type { Nonces } from '../nonces/index.ts';
import type { Options } from '../options/index.ts';
import { type BrowserSessions, formText, isFromOwnPage, sendPage } from '../sessions/index.ts';
import type { User, UserStore } from '../users/index.ts';
import { isRedirectUrl } from './redirect-url.ts';
import { chunkSecret } from './secret.ts';
import type { ApplicationPasswords } from './store.ts';

/** The services that the page needs. */
export interface AuthorizeParts {
  readonly site: Site;
  readonly options: Options;
  readonly users: UserStore;
  readonly store: ApplicationPasswords;
  readonly nonces: Nonces;
  readonly browser: BrowserSessions;
  /** Why a user may not have an application password on a connection, if so. */
  readonly refusal: (http: ReturnType<typeof httpInfoOf>, user: User) => Error | undefined;
}

/** The parameters that an application sends to the page. */
interface Asked {
  readonly app_name: string;
  readonly app_id: string;
  readonly success_url: string;
  readonly reject_url: string;
}

const ACTION = 'authorize-application';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Asks the signed-in user whether an application may have a password of its own, and hands it over: to
 * `success_url` with `site_url`, `user_login` and `password`, or on the page. A refusal leads to `reject_url`.
 */
export async function authorizePage(context: HttpContext, parts: AuthorizeParts): Promise<void> {
  const { site, users, nonces, browser, refusal } = parts;
  const session = await browser.current(context);
  const user = session === undefined ? null : await users.byId(session.userId);
  if (session === undefined || user === null) {
    const back = `${site.home}${context.path}?${context.querystring}`;
    return context.redirect(addQueryArgs(`${site.home}/login`, { redirect_to: back }));
  }
  const asked = read(context);
  const problem = refusal(httpInfoOf(context), user)?.message ?? problemOf(asked);
  if (problem !== undefined) return send(context, parts, html`<p role="alert">${problem}</p>`, 400);
  const holder = { userId: session.userId, sessionToken: session.token };
  const nonce = nonces.create(ACTION, holder);
  if (context.method !== 'POST') return send(context, parts, form(asked, user, nonce));
  const isMeant = nonces.verify(formText(context, '_wpnonce'), ACTION, holder) !== false;
  if (!isMeant || !isFromOwnPage(context, site)) {
    return send(context, parts, form(asked, user, nonce, 'The form is out of date. Please try again.'), 403);
  }
  if (formText(context, 'approve') === '') return context.redirect(rejection(asked, site));
  return approve(context, parts, { asked, user, nonce });
}

async function approve(
  context: HttpContext,
  parts: AuthorizeParts,
  { asked, user, nonce }: { readonly asked: Asked; readonly user: User; readonly nonce: string },
): Promise<void> {
  let secret: string;
  try {
    ({ secret } = await parts.store.create(user.id, { name: asked.app_name, app_id: asked.app_id }));
  } catch (error) {
    if (!isRestError(error)) throw error;
    return send(context, parts, form(asked, user, nonce, error.message), error.status);
  }
  if (asked.success_url !== '') {
    const handedOver = { site_url: parts.site.home, user_login: user.login, password: secret };
    context.set('Cache-Control', 'no-store');
    context.set('Referrer-Policy', 'no-referrer');
    return context.redirect(addQueryArgs(asked.success_url, handedOver));
  }
  const body = html`<p>The password of ${asked.app_name} is:</p><p><code>${chunkSecret(secret)}</code></p>
<p role="status">Keep it now; it is not shown again.</p>`;
  send(context, parts, body);
}

const read = (context: HttpContext): Asked => ({
  app_name: formText(context, 'app_name'),
  app_id: formText(context, 'app_id'),
  success_url: formText(context, 'success_url'),
  reject_url: formText(context, 'reject_url'),
});

function problemOf({ app_id, success_url, reject_url }: Asked): string | undefined {
  if (app_id !== '' && !UUID.test(app_id)) return 'The application’s id is not a UUID.';
  if (success_url !== '' && !isRedirectUrl(success_url))
    return 'The application asks for an answer at an unsafe address.';
  if (reject_url !== '' && !isRedirectUrl(reject_url))
    return 'The application asks for a refusal at an unsafe address.';
  return undefined;
}

const rejection = ({ success_url, reject_url }: Asked, site: Site): string =>
  reject_url || (success_url === '' ? `${site.home}/` : addQueryArgs(success_url, { success: 'false' }));

function form(asked: Asked, user: User, nonce: string, alert?: string): Markup {
  const hidden = {
    _wpnonce: nonce,
    app_id: asked.app_id,
    success_url: asked.success_url,
    reject_url: asked.reject_url,
  };
  const inputs = Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const target = asked.success_url === '' ? undefined : destinationOf(asked.success_url);
  return html`${alert && html`<p role="alert">${alert}</p>`}
<p>An application asks to act on this site as ${user.login}, with all that ${user.login} may do.</p>
${target && html`<p>The password will be sent to <strong>${target}</strong>.</p>`}
<form method="post">${inputs}
<label for="app_name">Name of the application</label>
<input id="app_name" name="app_name" type="text" value="${asked.app_name}" required>
<button name="approve" value="1">Approve</button><button name="reject" value="1" formnovalidate>Reject</button>
</form>`;
}

/** Where an address leads, in words: a web host, or the application that has the scheme. */
function destinationOf(address: string): string {
  const { protocol, host } = new URL(address);
  return /^https?:$/.test(protocol) ? host : `the application that opens ${protocol}`;
}

const send = (context: HttpContext, { options }: AuthorizeParts, body: Markup, status = 200): void =>
  sendPage(context, { title: 'Authorize an application', siteName: String(options.get('blogname', '')), body, status });
