import { cleanUrl, html, type Markup, stripAllTags } from '../../../core/text/index.ts';
import { type AuthorData, embedded, type ItemData, type TermData } from '../reading/data.ts';
import type { Page } from './parts.ts';

/** Whether items of a type show their date and author; pages and files do not. */
const isDated = ({ type }: ItemData): boolean => type !== 'page' && type !== 'attachment';

/** When an item was published, and by whom. */
export function byline(item: ItemData, page: Page): Markup | false {
  if (!isDated(item)) return false;
  const [author] = embedded<AuthorData>(item, 'author');
  const time = html`<time datetime="${item.date_gmt ? `${item.date_gmt}Z` : item.date}">${page.date(item.date)}</time>`;
  const by = author && html` by <a rel="author" href="${cleanUrl(author.link)}">${author.name}</a>`;
  return page.part('entry-meta', html`<p class="entry-meta">${time}${by}</p>`);
}

/** The terms of an item, those of each taxonomy in a line of its own. */
export function termLinks(item: ItemData, { dependencies }: Page): Markup | false {
  const terms = embedded<TermData>(item, dependencies.site.brand.compactRelation('term'));
  const lines = [...new Set(terms.map(({ taxonomy }) => taxonomy))].flatMap((name) => {
    const taxonomy = dependencies.taxonomies?.get(name);
    if (taxonomy?.publicly_queryable !== true || name === 'post_format') return [];
    const links = terms
      .filter((term) => term.taxonomy === name)
      .map((term, place) => html`${place > 0 && ', '}<a rel="tag" href="${cleanUrl(term.link)}">${term.name}</a>`);
    return [html`<p class="entry-terms">${stripAllTags(taxonomy.label)}: ${links}</p>\n`];
  });
  return lines.length > 0 && html`${lines}`;
}
