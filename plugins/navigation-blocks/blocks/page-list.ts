import { getOrMake } from '../../../core/base/index.ts';
import { cleanUrl, escapeAttribute, stripAllTags } from '../../../core/text/index.ts';
import { blockClass, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockContext, type BlockType, requestOf } from '../../content-rendering/index.ts';
import { ksesData } from '../../formatting/index.ts';
import { colorsOf, USED_CONTEXT } from '../colors.ts';
import type { NavigationDependencies } from '../dependencies.ts';
import { SUBMENU_ICON } from '../icons.ts';

const TYPE = {
  name: 'core/page-list',
  title: 'Page list',
  category: 'widgets',
  usesContext: [...USED_CONTEXT, 'style', 'openSubmenusOnClick'],
  attributes: { parentPageID: { type: 'number', default: 0 } },
  supports: { reusable: false, html: false },
} satisfies BlockType;

/** The most pages that a list shows, and how deep pages lie in others. */
const [MOST, DEEPEST] = [100, 10];

/** A page of a list. */
interface Item {
  readonly id: number;
  readonly href: string;
  /** Markup. */
  readonly title: string;
}

/** The published pages, each with those that lie below it: as a list, or within a menu as items of it. */
export const pageList = (dependencies: NavigationDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const { permalinks, posts, renderer, site } = dependencies;
    const request = requestOf(context);
    const { posts: pages } = await posts.query({
      types: ['page'],
      statuses: ['publish'],
      orderBy: 'menu_order',
      order: 'asc',
      perPage: MOST,
    });
    const shown = pages.filter(({ password }) => password === '');
    const items = await Promise.all(
      shown.map(async (page) => ({
        id: page.id,
        href: cleanUrl(await permalinks.forPost(page, request)),
        title: ksesData(renderer.title(page.title, page.id)) || '(no title)',
      })),
    );
    const below = new Map<number, Item[]>();
    for (const [place, page] of shown.entries()) getOrMake(below, page.parent, () => []).push(items[place]!);
    const top = below.get(Number(attributes.parentPageID ?? 0)) ?? [];
    if (top.length === 0) return '';
    const { classes, css } = colorsOf(block.context);
    const outer = wrapperAttributes(site, TYPE, attributes, { class: classes.join(' '), style: css });
    return `<ul${outer}>${listOf(site, block.context, below, top, 0)}</ul>`;
  },
});

/** The items of a list, with the lists below them. */
function listOf(
  site: NavigationDependencies['site'],
  context: BlockContext,
  below: ReadonlyMap<number, readonly Item[]>,
  items: readonly Item[],
  depth: number,
): string {
  const name = (part: string) => blockClass(site, part);
  const isInMenu = context.showSubmenuIcon !== undefined;
  return items
    .map((item) => {
      const inner = depth < DEEPEST ? (below.get(item.id) ?? []) : [];
      const hasList = inner.length > 0;
      const classes = [
        name('pages-list__item'),
        ...(hasList ? ['has-child'] : []),
        ...(isInMenu ? [name('navigation-item')] : []),
        ...(isInMenu && hasList && context.openSubmenusOnClick ? ['open-on-click'] : []),
        ...(isInMenu && hasList && !context.openSubmenusOnClick && context.showSubmenuIcon
          ? ['open-on-hover-click']
          : []),
      ];
      const list = hasList
        ? `<ul class="${name('navigation__submenu-container')}">${listOf(site, context, below, inner, depth + 1)}</ul>`
        : '';
      return `<li class="${classes.join(' ')}">${entryOf(site, context, item, hasList)}${list}</li>`;
    })
    .join('');
}

/** A link to a page; within a menu with the button that opens the menu of the pages below. */
function entryOf(
  site: NavigationDependencies['site'],
  { showSubmenuIcon, openSubmenusOnClick }: BlockContext,
  { href, title }: Item,
  hasList: boolean,
): string {
  const name = (part: string) => blockClass(site, part);
  const isInMenu = showSubmenuIcon !== undefined;
  const link = `<a class="${name('pages-list__item__link')}${isInMenu ? ` ${name('navigation-item__content')}` : ''}" href="${href}">${title}</a>`;
  if (!isInMenu || !hasList || openSubmenusOnClick || !showSubmenuIcon) return link;
  const label = `${escapeAttribute(stripAllTags(title))} submenu`;
  const classes = `${name('navigation__submenu-icon')} ${name('navigation-submenu__toggle')}`;
  return `${link}<button aria-label="${label}" class="${classes}" aria-expanded="false">${SUBMENU_ICON}</button>`;
}
