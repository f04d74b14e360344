import { cleanUrl, html, Markup } from '../../../core/text/index.ts';
import { embedded, type ItemData, isLocked, type MediaData } from '../reading/data.ts';
import { adjacentLinks } from './adjacent.ts';
import { commentsOf } from './comments.ts';
import { byline, termLinks } from './entry-meta.ts';
import { image } from './image.ts';
import type { Page } from './parts.ts';
import { passwordForm } from './password-form.ts';

/** The page of one item. */
export function singleTemplate(page: Page): Markup {
  const { view } = page;
  const item = view.item!;
  return html`${page.part('entry', entry(item, page))}${
    view.adjacent !== undefined && page.part('post-navigation', adjacentLinks(view.adjacent))
  }${view.comments !== undefined && page.part('comments', commentsOf(view.comments, page))}`;
}

function entry(item: ItemData, page: Page): Markup {
  const { dependencies, view } = page;
  const [media] = embedded<MediaData>(item, dependencies.site.brand.compactRelation('featuredmedia'));
  const [above] = embedded<ItemData>(item, 'up');
  const title = item.title?.rendered ?? '';
  return html`<article class="entry">
<header>
${above && html`<p class="entry-parent"><a href="${cleanUrl(above.link)}">${new Markup(above.title?.rendered ?? '')}</a></p>`}
<h1 class="entry-title">${title === '' ? '(no title)' : new Markup(title)}</h1>
${byline(item, page)}
</header>
${media && image(media, 'entry-image', true)}
<div class="entry-content">${isLocked(item) ? page.part('password-form', passwordForm(item, page)) : contentOf(item)}</div>
${view.pageLinks !== undefined && view.pageLinks !== '' && page.part('page-links', new Markup(`${view.pageLinks}\n`))}${!isLocked(item) && termLinks(item, page)}
</article>
`;
}

/** The content of an item; that of a file shows the file first. */
function contentOf(item: ItemData): Markup {
  const { source_url, alt_text, caption, description } = item;
  if (source_url === undefined) return new Markup(reachable(linked(item.content?.rendered ?? '')));
  const address = cleanUrl(source_url);
  const shown =
    image(item, 'entry-image', true) || html`<a href="${address}">${alt_text || address.split('/').pop()}</a>`;
  // The description of a file, as the interface shows it, begins with the file itself.
  return html`<p>${shown}</p>${new Markup(caption?.rendered ?? '')}${
    description !== undefined && new Markup(description.rendered.replace(/^<p class="attachment">.*?<\/p>\s*/s, ''))
  }`;
}

/** An address that stands alone in a paragraph or a block of an embed: nothing was there to be embedded in its place. */
const LONE_ADDRESS = /(<p>|<div class="wp-block-embed__wrapper">)(\s*)(https?:\/\/[^\s<>"]+)(?=\s*<\/(?:p|div)>)/g;

/** What could not be embedded is a link. */
const linked = (markup: string): string => markup.replace(LONE_ADDRESS, '$1$2<a href="$3">$3</a>');

/** Wide tables scroll, and can be focused so that they scroll by the keyboard too. */
const reachable = (markup: string): string =>
  markup.replaceAll('<figure class="wp-block-table', '<figure tabindex="0" class="wp-block-table');
