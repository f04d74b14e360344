import { html, type Markup } from '../../../core/text/index.ts';
import { PASSWORD_PATH } from '../paths.ts';
import type { ItemData } from '../reading/data.ts';
import type { Page } from './parts.ts';

/** The form that asks for the password of an item. */
export function passwordForm({ id }: ItemData, { view, path }: Page): Markup {
  return html`<form class="password-form" method="post" action="${path(PASSWORD_PATH)}">
<p>This content needs a password.</p>
${view.passwordRefusal && html`<p role="alert">${view.passwordRefusal}</p>`}
<input name="post_id" type="hidden" value="${id}">
<label for="post_password">Password</label>
<input id="post_password" name="post_password" type="password" autocomplete="off" required>
<button>Show</button>
</form>`;
}
