import { cleanUrl, html, Markup, stripAllTags } from '../../../core/text/index.ts';
import { type MenuLink, menuItemName, menuItems } from '../../menus/index.ts';
import type { View } from '../view.ts';
import type { Page } from './parts.ts';

/** The navigation of a page: the menu of the site, or else its pages; nothing where there are none. */
export function navigation({ view }: Page): Markup | false {
  if (view.menu.length > 0) {
    const items = menuItems(view.menu, { isCurrent: ({ url }) => isShown(url, view), around: opened });
    return html`<nav class="site-navigation" aria-label="Menu"><ul class="menu">\n${items}</ul></nav>`;
  }
  if (view.navigation.length === 0) return false;
  const items = view.navigation.map(
    ({ link, title }) =>
      html`<li><a href="${cleanUrl(link)}"${isShown(link, view) && new Markup(' aria-current="page"')}>${new Markup(
        stripAllTags(title?.rendered ?? '') || '(no title)',
      )}</a></li>\n`,
  );
  return html`<nav class="site-navigation" aria-label="Pages"><ul>\n${items}</ul></nav>`;
}

/** The items below one of the uppermost level: behind a mark that opens them without a script. */
const opened = (below: Markup, { item }: MenuLink): Markup =>
  html`<details name="menu"><summary aria-label="Below ${menuItemName(item).text}"></summary>${below}</details>`;

const isShown = (link: string, view: View): boolean => link === (view.item?.link ?? view.link) && view.status === 200;
