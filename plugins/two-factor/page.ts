import { addQueryArgs, type HttpContext, isRestError, type Site } from '../../core/index.ts';
import { html, type Markup } from '../../core/text/index.ts';
import type { Nonces } from '../nonces/index.ts';
import type { Options } from '../options/index.ts';
import {
  type BrowserSessions,
  type Claimant,
  formText,
  isFromOwnPage,
  refusalState,
  sendPage,
} from '../sessions/index.ts';
import type { User } from '../users/index.ts';
import type { TwoFactorParts } from './controller.ts';
import { errors } from './errors.ts';
import { otpField, recoveryCodes, setupFields } from './fields.ts';
import { isProven } from './proof.ts';

/** The services that the page needs. */
export interface PageParts extends TwoFactorParts {
  readonly site: Site;
  readonly options: Options;
  readonly nonces: Nonces;
  readonly browser: BrowserSessions;
}

/** Who looks at the page. */
interface Visitor {
  readonly user: User;
  readonly claimant: Claimant;
  readonly nonce: string;
}

const ACTION = 'two-factor';

/** The page on which users who are signed in set up their second factor, disable it, and make recovery codes. */
export async function twoFactorPage(context: HttpContext, parts: PageParts): Promise<void> {
  const { site, users, nonces, browser } = parts;
  const session = await browser.current(context);
  const user = session === undefined ? null : await users.byId(session.userId);
  const claimant: Claimant = { userId: user?.id ?? 0, address: context.ip, session };
  if (user === null || session === undefined) return leadToLogin(context, site.home);
  const holder = { userId: user.id, sessionToken: session.token };
  const visitor = { user, claimant, nonce: nonces.create(ACTION, holder) };
  if (context.method !== 'POST') return show(context, parts, visitor);
  const isMeant = nonces.verify(formText(context, '_wpnonce'), ACTION, holder) !== false;
  if (!isMeant || !isFromOwnPage(context, parts.site)) {
    return show(context, parts, visitor, 'The form is out of date. Please try again.', 403);
  }
  try {
    await act(context, parts, visitor);
  } catch (error) {
    if (!isRestError(error)) throw error;
    const { alert, status } = refusalState(context, error);
    await show(context, parts, visitor, alert, status);
  }
}

async function act(context: HttpContext, parts: PageParts, visitor: Visitor): Promise<void> {
  const { factors, reauthentication, sessions, site } = parts;
  const { user, claimant } = visitor;
  const [action, otp, password] = ['action', 'otp', 'current_password'].map((name) => formText(context, name));
  if (action === 'begin') {
    if (!(await reauthentication.isRecent(claimant))) return leadToLogin(context, site.home);
    return sendSetup(context, parts, visitor, await factors.begin(user.id));
  }
  if (action === 'confirm') {
    const codes = await confirmed(context, parts, visitor, otp!);
    if (codes === undefined) return;
    const { session } = claimant;
    await sessions.end(user.id, ({ id }) => session === undefined || id !== sessions.idOf(session));
    return send(context, parts, recoveryCodes(codes));
  }
  if (!(await factors.status(user.id)).enabled) throw errors.two_factor_disabled();
  if (action !== 'codes' && action !== 'disable') return show(context, parts, visitor);
  if (!(await isProven(claimant, { otp: otp!, password: password! }, parts))) throw errors.two_factor_proof_required();
  if (action === 'codes') return send(context, parts, recoveryCodes(await factors.renewRecoveryCodes(user.id)));
  await factors.disable(user.id);
  await show(context, parts, visitor);
}

/** The recovery codes of a factor that a code has put in force; undefined where the form was sent anew. */
async function confirmed(
  context: HttpContext,
  parts: PageParts,
  visitor: Visitor,
  otp: string,
): Promise<string[] | undefined> {
  const { factors } = parts;
  const { user } = visitor;
  try {
    return await factors.confirm(user.id, otp);
  } catch (error) {
    if (!isRestError(error) || error.code !== 'two_factor_invalid_otp') throw error;
    await sendSetup(context, parts, visitor, await factors.begin(user.id, { goesOn: true }), error.message);
    return undefined;
  }
}

async function show(
  context: HttpContext,
  parts: PageParts,
  { user, nonce }: Visitor,
  alert?: string,
  status?: number,
): Promise<void> {
  const { enabled, recoveryCodes: left } = await parts.factors.status(user.id);
  const body = enabled
    ? html`<p>Signing in takes a code. ${left} recovery codes are left.</p>
${form(
  nonce,
  html`${otpField()}
<button name="action" value="codes">Make new recovery codes</button><button name="action" value="disable">Turn off</button>`,
)}
${form(
  nonce,
  html`<label for="current_password">Your password, if you have no code</label>
<input id="current_password" name="current_password" type="password" autocomplete="current-password" required>
<button name="action" value="codes">Make new recovery codes</button><button name="action" value="disable">Turn off</button>`,
)}`
    : html`<p>Signing in takes the password alone.</p>
${form(nonce, html`<button name="action" value="begin">Set up</button>`)}`;
  send(context, parts, html`${alert && html`<p role="alert">${alert}</p>`}${body}`, status);
}

async function sendSetup(
  context: HttpContext,
  parts: PageParts,
  { user, nonce }: Visitor,
  secret: string,
  alert?: string,
): Promise<void> {
  const fields = await setupFields(secret, parts.uriOf(secret, user));
  const body = form(nonce, html`${fields}<button name="action" value="confirm">Turn on</button>`);
  send(context, parts, html`${alert && html`<p role="alert">${alert}</p>`}${body}`);
}

const form = (nonce: string, fields: Markup): Markup =>
  html`<form method="post"><input name="_wpnonce" type="hidden" value="${nonce}">${fields}</form>`;

const send = (context: HttpContext, { options }: PageParts, body: Markup, status = 200): void =>
  sendPage(context, {
    title: 'Two-factor authentication',
    siteName: String(options.get('blogname', '')),
    body,
    status,
  });

const leadToLogin = (context: HttpContext, home: string): void =>
  context.redirect(addQueryArgs(`${home}/login`, { reauth: '1', redirect_to: `${home}/two-factor` }));
