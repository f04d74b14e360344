import { type HttpContext, isRestError, type PluginHooks, type RestError, type Site } from '../../core/index.ts';
import { html } from '../../core/text/index.ts';
import type { Database } from '../database/index.ts';
import type { Options } from '../options/index.ts';
import type { Passwords } from '../passwords/index.ts';
import { formText, queryText, refusalState, sendPage } from '../sessions/index.ts';
import { checkPassword, type PasswordRules, type User, type UserStore } from '../users/index.ts';
import { LOST_PATH } from './lost-page.ts';
import { PasswordErrors } from './password-errors.ts';
import { RESET_PATH, type ResetLinks } from './reset-links.ts';

/** The services that the page of a link uses. */
export interface ResetPageParts {
  readonly site: Site;
  readonly hooks: PluginHooks;
  readonly database: Database;
  readonly options: Options;
  readonly users: UserStore;
  readonly passwords: Passwords;
  readonly rules: PasswordRules;
  readonly links: ResetLinks;
}

/** What the page shows beside its form. */
interface State {
  readonly alerts?: readonly string[];
  readonly status?: number;
}

/** Shows the form for a new password to who has a link. To open a link does not use it up: programs open links too. */
export async function showReset(context: HttpContext, parts: ResetPageParts): Promise<void> {
  const key = queryText(context, 'key');
  const user = await parts.links.read(key);
  if (user === undefined) return sendRefusal(context, parts);
  sendForm(context, parts, { user, key }, {});
}

/**
 * Sets the password of `pass1` and `pass2` for who has the `key`. It ends all sessions and begins none, so that whatever
 * else a login asks for is asked for. No `Origin` is looked at: the key, which no other site has, is the proof.
 */
export async function takeReset(context: HttpContext, parts: ResetPageParts): Promise<void> {
  const { hooks, links, passwords, rules, site } = parts;
  const key = formText(context, 'key');
  const [password, again] = [formText(context, 'pass1'), formText(context, 'pass2')];
  const user = await links.read(key);
  if (user === undefined) return sendRefusal(context, parts);
  const errors = new PasswordErrors();
  const refusal = await refusalOf(password, user, rules);
  if (refusal !== undefined) errors.add(refusal.code, refusal.message);
  else if (password !== again) errors.add('password_reset_mismatch', 'The two passwords are not the same.');
  await hooks.action('validate_password_reset').promise(errors, user);
  if (errors.all.length > 0) {
    return sendForm(context, parts, { user, key }, { alerts: errors.all.map(({ message }) => message), status: 400 });
  }
  let passwordHash: string;
  try {
    // Hashing is slow on purpose, so it is done before the transaction.
    passwordHash = await passwords.hash(password);
  } catch (error) {
    if (!isRestError(error)) throw error;
    const { alert, status } = refusalState(context, error);
    return sendForm(context, parts, { user, key }, { alerts: [alert], status });
  }
  if (!(await setPassword(parts, key, passwordHash))) return sendRefusal(context, parts);
  await hooks.action('after_password_reset').promise(user);
  send(
    context,
    parts,
    html`<p role="status">Your new password is set.</p><p><a href="${site.home}/login">Log in</a></p>`,
  );
}

/** Why a password may not be a user's, by what every password must be or by the rules of the site. */
async function refusalOf(password: string, user: User, rules: PasswordRules): Promise<RestError | undefined> {
  const checked = checkPassword(password);
  if (isRestError(checked)) return checked;
  try {
    await rules.check({ password }, async () => user);
    return undefined;
  } catch (error) {
    if (isRestError(error)) return error;
    throw error;
  }
}

/** Sets the password of a key's user; false where the key was used meanwhile. Of several at once, one uses it. */
function setPassword({ database, hooks, links, users }: ResetPageParts, key: string, passwordHash: string) {
  return database.transaction(async () => {
    await database.lock('password-reset');
    const user = await links.read(key);
    if (user === undefined) return false;
    await hooks.action('password_reset').promise(user);
    await users.update(user.id, { passwordHash });
    return true;
  });
}

/** Says the same of every key that cannot be used. */
function sendRefusal(context: HttpContext, parts: ResetPageParts): void {
  const body = html`<p role="alert">This link is not valid, or not any more. A link is for one new password, and for a limited time.</p>
<p><a href="${parts.site.home}${LOST_PATH}">Ask for another link</a></p>`;
  send(context, parts, body, 403);
}

function sendForm(
  context: HttpContext,
  parts: ResetPageParts,
  { user, key }: { readonly user: User; readonly key: string },
  { alerts = [], status = 200 }: State,
): void {
  const body = html`${alerts.map((alert) => html`<p role="alert">${alert}</p>`)}
<form method="post" action="${parts.site.home}${RESET_PATH}">
<input name="key" type="hidden" value="${key}">
<label for="login">Name</label>
<input id="login" type="text" value="${user.login}" autocomplete="username" readonly>
<label for="pass1">New password</label>
<input id="pass1" name="pass1" type="password" autocomplete="new-password" required>
<label for="pass2">New password again</label>
<input id="pass2" name="pass2" type="password" autocomplete="new-password" required>
<button>Set the password</button>
</form>`;
  send(context, parts, body, status);
}

const send = (context: HttpContext, { options }: ResetPageParts, body: ReturnType<typeof html>, status = 200): void =>
  sendPage(context, {
    title: 'Set a new password',
    siteName: options.get('blogname', ''),
    body,
    status,
    isAddressSecret: true,
  });
