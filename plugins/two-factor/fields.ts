import { html, Markup } from '../../core/text/index.ts';

/** The field for a code of the app, or a recovery code, which has letters. */
export const otpField = (label = 'Code of your authenticator app, or a recovery code'): Markup =>
  html`<label for="otp">${label}</label>
<input id="otp" name="otp" type="text" autocomplete="one-time-code" autocapitalize="none" required>`;

/** What a user needs to take a secret over into an app, and the field for its first code. */
export async function setupFields(secret: string, uri: string): Promise<Markup> {
  const { renderSVG } = await import('uqr');
  const key = secret.replace(/.{4}(?=.)/g, '$& ');
  return html`<p>Scan this with an authenticator app, or open the link on the device that has it, or type the key.</p>
<div role="img" aria-label="The key as a QR code">${new Markup(renderSVG(uri))}</div>
<p><a href="${uri}">Open in an app</a></p>
<p><code>${key}</code></p>
${otpField('The code that the app shows')}`;
}

/** Recovery codes, shown once. */
export const recoveryCodes = (codes: readonly string[]): Markup =>
  html`<p role="status">Keep these recovery codes; they are not shown again. Each signs you in once without the app.</p>
<ul>${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>`;
