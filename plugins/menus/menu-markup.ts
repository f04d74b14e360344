import { cleanUrl, html, Markup, stripAllTags } from '../../core/text/index.ts';
import type { MenuLink } from './menu-tree.ts';
import type { ShownMenuItem } from './nav-menu-item.ts';

/** In what the lists of menus differ. */
export interface MenuMarkup {
  /** Whether an item leads to the page that is shown. */
  isCurrent?(item: ShownMenuItem): boolean;
  /** Adjusts the list of what lies below an item of the uppermost level. */
  around?(below: Markup, link: MenuLink): Markup;
}

/** The items of a list of a menu, with lists of those below them, in the classes of WordPress. */
export const menuItems = (links: readonly MenuLink[], markup: MenuMarkup = {}): Markup[] =>
  links.map((link) => menuItem(link, markup));

function menuItem(link: MenuLink, { isCurrent, around }: MenuMarkup): Markup {
  const { item, children } = link;
  const rel = [...(item.target === '' ? [] : ['noopener']), ...item.xfn.filter((value) => value !== '')].join(' ');
  const attributes = [
    ['target', item.target],
    ['rel', rel],
    ['title', item.attrTitle],
    ['aria-current', isCurrent?.(item) ? 'page' : ''],
  ] as const;
  const given = attributes.filter(([, value]) => value !== '').map(([key, value]) => html` ${key}="${value}"`);
  const address = html`<a href="${cleanUrl(item.url)}"${given}>${menuItemName(item)}</a>`;
  const below = html`<ul class="sub-menu">\n${menuItems(children, isCurrent && { isCurrent })}</ul>`;
  return html`<li class="${classesOf(link).join(' ')}">${address}${
    children.length > 0 && (around?.(below, link) ?? below)
  }</li>\n`;
}

/** What an item of a menu is called: its title without elements. */
export const menuItemName = ({ renderedTitle }: ShownMenuItem): Markup =>
  new Markup(stripAllTags(renderedTitle) || '(no title)');

/** The classes by which style sheets of themes know items of menus. */
const classesOf = ({ item, children }: MenuLink): string[] => [
  ...item.classes.filter((name) => name !== ''),
  'menu-item',
  `menu-item-type-${item.type}`,
  `menu-item-object-${item.object}`,
  ...(children.length > 0 ? ['menu-item-has-children'] : []),
  `menu-item-${item.post.id}`,
];
