import { type MaybePromise, RequestContext, type Site } from '../../../core/index.ts';
import { toInteger } from '../../../core/schema/index.ts';
import { cleanUrl, html, Markup } from '../../../core/text/index.ts';
import { menuItems, menuTree, type NavMenus } from '../../menus/index.ts';
import { block, type DefaultWidget } from '../default-widget.ts';
import { number } from '../fields.ts';

/** The feeds of the site, by addresses that hold in whatever form the site has its addresses. */
const FEEDS = [
  ['rss2', 'Entries feed'],
  ['comments-rss2', 'Comments feed'],
] as const;

/** Widgets that lead elsewhere. `render` renders a content; without `menus` no menu is shown. */
export const siteLinks = (
  { home }: Site,
  render: (content: string) => MaybePromise<string>,
  menus: NavMenus | undefined,
): readonly DefaultWidget[] => [
  {
    id: 'meta',
    name: 'Meta',
    description: 'Links to log in and to the feeds.',
    title: 'Meta',
    async markup() {
      const login = await render(block('loginout'));
      const feeds = FEEDS.map(([feed, text]) => html`<a href="${cleanUrl(`${home}/?feed=${feed}`)}">${text}</a>`);
      const links = login === '' ? feeds : [new Markup(login), ...feeds];
      return html`<ul>${links.map((link) => html`<li>${link}</li>`)}</ul>`.text;
    },
  },
  {
    id: 'nav_menu',
    name: 'Navigation menu',
    description: 'A menu.',
    fields: [number('nav_menu', 'The id of the menu', 0, 0, Number.MAX_SAFE_INTEGER)],
    markup: ({ nav_menu }) => menuMarkup(toInteger(nav_menu), menus),
  },
];

/** The items of a menu that visitors may see; empty where there are none. */
async function menuMarkup(id: number, menus: NavMenus | undefined): Promise<string> {
  const menu = (await menus?.get(id)) ?? null;
  if (menus === undefined || menu === null) return '';
  const items = menuItems(menuTree(await menus.itemsOf(id, new RequestContext())));
  if (items.length === 0) return '';
  return html`<div class="menu-${menu.slug}-container"><ul class="menu">\n${items}</ul></div>`.text;
}
