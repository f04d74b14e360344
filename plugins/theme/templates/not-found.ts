import { html, type Markup } from '../../../core/text/index.ts';
import type { Page } from './parts.ts';

/** The page for an address that leads to nothing. */
export function notFoundTemplate({ view, path }: Page): Markup {
  return html`<h1>${view.title}</h1>
<p>There is nothing at this address. The search may help, or the <a href="${path('/')}">home page</a>.</p>`;
}
