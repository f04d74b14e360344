import { html, Markup, stripAllTags } from '../../../core/index.ts';
import type { Page } from './parts.ts';

/** The title of a page, for a browser’s tab: what it is called, which part of it, and the site. */
export function documentTitle({ view, option, kit }: Page): string {
  const site = option('blogname') || kit.site.brand.name;
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
  } = kit.hooks.filter('document_title_parts').call(own, view);
  return [first, second, third, fourth].filter((part) => part !== undefined && part !== '').join(' – ');
}

/** What a page is called at its top; empty on the home page. Titles of items are markup, all other texts are not. */
export function headingOf({ view: { kind, title } }: Pick<Page, 'view'>): Markup {
  if (kind === 'search') return title.trim() === '' ? html`Search` : html`Search: ${title}`;
  return kind === 'home' || kind === 'item' || kind === 'front-page' ? new Markup(title) : html`${title}`;
}
