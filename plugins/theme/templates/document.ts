import { cleanUrl, html, Markup } from '../../../core/text/index.ts';
import type { FrontPageLink } from '../hooks.ts';
import type { View } from '../view.ts';
import { documentTitle } from './document-title.ts';
import { navigation } from './navigation.ts';
import type { Page } from './parts.ts';
import { searchForm } from './search-form.ts';

/** The parts of a document that plugins add. */
export interface Additions {
  /** Markup for the head, and for the end of the body, as it is. */
  readonly head: string;
  readonly footer: string;
  readonly links: readonly FrontPageLink[];
}

/** Writes a whole document around what a template has written. */
export function writeDocument(page: Page, content: Markup, { head, footer, links }: Additions): string {
  const { view, option, path, dependencies } = page;
  const canonical = view.link !== '' && (view.page === 1 || view.item !== undefined) && !view.isPreview;
  const isHidden = view.status !== 200 || view.kind === 'search' || view.isPreview;
  return `<!doctype html>
${
  html`<html lang="${(option('WPLANG') || 'en_US').replaceAll('_', '-')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${documentTitle(page)}</title>
<link rel="icon" href="data:,">
${isHidden && html`<meta name="robots" content="noindex">\n`}<link rel="stylesheet" href="${path(dependencies.styleSheets.current.path)}">
${canonical && html`<link rel="canonical" href="${cleanUrl(view.link)}">\n`}${new Markup(head)}</head>
<body class="${dependencies.hooks.filter('body_class').call(bodyClasses(page), view).join(' ')}">
<a class="skip-link" href="#content">Skip to content</a>
${page.part('header', header(page))}
<main id="content" tabindex="-1">
${view.isPreview && html`<p class="notice" role="status">This is a preview. It is not published like this.</p>\n`}${
  view.notice !== undefined && html`<p class="notice" role="status">${view.notice}</p>\n`
}${unrenderedNotice(view)}${content}
</main>
${view.sidebar !== '' && page.part('sidebar', sidebar(view.sidebar))}${page.part('footer', footerOf(page, links))}
${new Markup(footer)}</body>
</html>
`.text
}`;
}

/** Tells who may edit the item which of its blocks nobody sees. */
const unrenderedNotice = ({ unrenderedBlocks: names = [] }: View): Markup | false =>
  names.length > 0 &&
  html`<p class="notice" role="note">Not shown here, because no plugin of this site renders them: ${names.join(', ')}. Only those who may edit this page see this line.</p>\n`;

function bodyClasses({ view }: Page): string[] {
  const { kind, item, user } = view;
  const type = item === undefined ? [] : [`single-${item.type}`, `postid-${item.id}`];
  return [kind, ...type, ...(view.page > 1 ? ['paged'] : []), ...(user.id === 0 ? [] : ['logged-in'])];
}

function header(page: Page): Markup {
  const { view, option, path, dependencies } = page;
  const name = option('blogname') || dependencies.site.brand.name;
  const isHome = view.kind === 'home' && view.title === '';
  const link = html`<a href="${path('/')}" rel="home"${isHome && new Markup(' aria-current="page"')}>${name}</a>`;
  const tagline = option('blogdescription');
  return html`<header class="site-header">
<div class="site-branding">
${isHome ? html`<h1 class="site-title">${link}</h1>` : html`<p class="site-title">${link}</p>`}
${tagline !== '' && html`<p class="site-tagline">${tagline}</p>`}
</div>
${navigation(page)}
${dependencies.posts !== undefined && page.part('search-form', searchForm(page))}
</header>`;
}

const sidebar = (widgets: string): Markup =>
  html`<aside class="widget-area" aria-label="Widgets">
${new Markup(widgets)}
</aside>
`;

function footerOf({ option, dependencies }: Page, links: readonly FrontPageLink[]): Markup {
  const items = links.map(({ href, text }) => html`<li><a href="${cleanUrl(href)}">${text}</a></li>\n`);
  return html`<footer class="site-footer">
<p>${option('blogname') || dependencies.site.brand.name}</p>
${items.length > 0 && html`<nav aria-label="Site"><ul>\n${items}</ul></nav>`}
</footer>`;
}
