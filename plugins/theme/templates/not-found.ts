import { html, type Markup } from '../../../core/index.ts';
import type { Page } from './parts.ts';

/** The page that is shown where nothing is. */
export function notFoundTemplate({ view, path }: Page): Markup {
  return html`<h1>${view.title}</h1>
<p>There is nothing at this address. The search may help, or the <a href="${path('/')}">home page</a>.</p>`;
}
