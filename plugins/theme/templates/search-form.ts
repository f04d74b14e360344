import { html, type Markup } from '../../../core/text/index.ts';
import type { Page } from './parts.ts';

/** The form that searches the site. */
export function searchForm({ view, path }: Page): Markup {
  return html`<form class="search-form" role="search" method="get" action="${path('/')}">
<label for="s">Search</label>
<input id="s" name="s" type="search" value="${view.kind === 'search' && view.title}" required>
<button>Search</button>
</form>`;
}
