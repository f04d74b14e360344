import { cleanUrl, html, Markup } from '../../../core/text/index.ts';
import { embedded, type ItemData, type MediaData } from '../reading/data.ts';
import { headingOf } from './document-title.ts';
import { byline } from './entry-meta.ts';
import { image } from './image.ts';
import { listPagination } from './pagination.ts';
import type { Page } from './parts.ts';

/** The page of a list: home, archives, results of a search. */
export function listTemplate(page: Page): Markup {
  const { view } = page;
  const heading = headingOf(page);
  return html`${
    heading.text !== '' &&
    html`<header class="page-header"><h1>${heading}</h1>
${view.description !== '' && html`<p class="archive-description">${view.description}</p>`}</header>\n`
  }${view.items.map((item) => page.part('summary', summary(item, page)))}${
    view.items.length === 0 &&
    html`<p>${view.kind === 'search' ? 'Nothing was found.' : 'There is nothing here yet.'}</p>\n`
  }${page.part('pagination', listPagination(page))}`;
}

function summary(item: ItemData, page: Page): Markup {
  const [media] = embedded<MediaData>(item, page.dependencies.site.brand.compactRelation('featuredmedia'));
  const title = item.title?.rendered ?? '';
  const excerpt = item.excerpt?.rendered ?? '';
  const text = item.teaser ?? excerpt;
  const isLocked = item.excerpt?.protected === true && excerpt === '';
  return html`<article class="entry summary">
<h2 class="entry-title"><a href="${cleanUrl(item.link)}">${title === '' ? '(no title)' : new Markup(title)}</a></h2>
${byline(item, page)}
${media && image(media, 'entry-image')}
<div class="entry-summary">${isLocked ? html`<p>This content needs a password.</p>` : new Markup(text)}</div>
</article>
`;
}
