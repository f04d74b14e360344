import { addQueryArgs } from '../../../core/index.ts';
import { html, Markup } from '../../../core/text/index.ts';
import type { Page } from './parts.ts';

/** Links to the neighbours of a page of a list. */
export function listPagination(page: Page): Markup {
  const { view } = page;
  return neighbours(view.page, view.totalPages, 'Pages of this list', 'Newer', 'Older', (to) => pageAddress(page, to));
}

/** The address of a page of the list that is shown. */
export function pageAddress({ view, path, dependencies }: Page, to: number): string {
  const { pageRequest } = view;
  const isPretty =
    (dependencies.options?.get('permalink_structure', '') ?? '') !== '' && dependencies.site.permalinks !== 'plain';
  const bare = pageRequest.path.replace(/\/page\/\d+\/?$/, '/');
  const query = Object.fromEntries([...pageRequest.query].filter(([name]) => name !== 'paged'));
  // With a plain address, the number of the page is a query variable too.
  if (!isPretty || (bare === '/' && Object.keys(query).length > 0)) {
    return addQueryArgs(path(encoded(bare)), to > 1 ? { ...query, paged: to } : query);
  }
  const slash = bare.endsWith('/') ? bare : `${bare}/`;
  return addQueryArgs(path(encoded(to > 1 ? `${slash}page/${to}/` : bare)), query);
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Links to the page before and the page after. */
export function neighbours(
  at: number,
  last: number,
  label: string,
  before: string,
  after: string,
  address: (page: number) => string,
): Markup {
  if (last < 2) return new Markup('');
  return html`<nav class="pagination" aria-label="${label}">
${at > 1 && html`<a rel="prev" href="${address(at - 1)}">← ${before}</a>`}
<span>Page ${at} of ${last}</span>
${at < last && html`<a rel="next" href="${address(at + 1)}">${after} →</a>`}
</nav>`;
}
