import { html, Markup, stripAllTags } from '../../../core/text/index.ts';
import type { Page } from './parts.ts';

/** The title of a page for a browser’s tab: its name, the number of the page, and the name of the site. */
export function documentTitle({ view, option, dependencies }: Page): string {
  const site = option('blogname') || dependencies.site.brand.name;
  const title = stripAllTags(headingOf({ view }).text);
  const page = view.page > 1 ? { page: `Page ${view.page}` } : {};
  const tagline = option('blogdescription');
  const own =
    title === '' ? { title: site, ...page, ...(tagline === '' ? {} : { tagline }) } : { title, ...page, site };
  const {
    title: first,
    page: second,
    site: third,
    tagline: fourth,
  } = dependencies.hooks.filter('document_title_parts').call(own, view);
  return [first, second, third, fourth].filter((part) => part !== undefined && part !== '').join(' – ');
}

/** The heading of a page; empty on the home page. Titles of items are markup, all other texts are not. */
export function headingOf({ view: { kind, title } }: Pick<Page, 'view'>): Markup {
  if (kind === 'search') return title.trim() === '' ? html`Search` : html`Search: ${title}`;
  return kind === 'home' || kind === 'item' || kind === 'front-page' ? new Markup(title) : html`${title}`;
}
