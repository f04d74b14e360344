import type { HttpContext, RestError } from '../../core/index.ts';
import { html, type Markup } from '../../core/text/index.ts';
import { formText, isInterim } from './form.ts';
import type { LoginParts } from './login-parts.ts';
import { ownAddress } from './origin.ts';
import { sendPage } from './page.ts';

/** What a form of the login page shows beside its fields. */
export interface FormState {
  readonly title?: string;
  readonly alert?: string;
  readonly notice?: string;
  /** 200 when left out. */
  readonly status?: number;
}

/** Sends a form of the login page; it leads where the request says, if that lies on this site. */
export function sendForm(
  context: HttpContext,
  { site, options }: LoginParts,
  fields: Markup,
  { title = 'Log in', alert, notice, status = 200, more }: FormState & { readonly more?: Markup | false },
): void {
  const target = ownAddress(formText(context, 'redirect_to'), context, site);
  const body = html`${alert && html`<p role="alert">${alert}</p>`}
${notice && html`<p role="status">${notice}</p>`}
<form method="post">
${fields}
${target !== undefined && html`<input name="redirect_to" type="hidden" value="${target}">`}
<button>Log in</button>
</form>
${more}`;
  sendPage(context, {
    title,
    siteName: String(options.get('blogname', '')),
    body,
    status,
    isFramed: isInterim(context),
  });
}

/** Sends the form for a name and a password. */
export function sendLoginForm(
  context: HttpContext,
  parts: LoginParts,
  { login, ...state }: FormState & { readonly login?: string },
): void {
  const fields = html`<label for="log">Name or e-mail address</label>
<input id="log" name="log" type="text" value="${login}" autocomplete="username" autocapitalize="none" required>
<label for="pwd">Password</label>
<input id="pwd" name="pwd" type="password" autocomplete="current-password" required>
<label class="inline"><input name="rememberme" type="checkbox" value="forever"> Remember me</label>`;
  const lost = parts.hooks.filter('lostpassword_url').call('', formText(context, 'redirect_to'));
  // A frame has no room for the pages that this leads to, and they may not be shown in one.
  const more = lost !== '' && !isInterim(context) && html`<p><a href="${lost}">Lost your password?</a></p>`;
  sendForm(context, parts, fields, { ...state, more });
}

/** What a page's form says of an error object that refuses; its headers go out with the answer. */
export function refusalState(
  context: HttpContext,
  { headers, message, status }: RestError,
): Required<Pick<FormState, 'alert' | 'status'>> {
  for (const [name, value] of Object.entries(headers ?? {})) context.set(name, value);
  return { alert: message, status };
}
