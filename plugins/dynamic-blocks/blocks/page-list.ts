import { getOrMake } from '../../../core/base/index.ts';
import { RequestContext } from '../../../core/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import type { Post } from '../../posts/index.ts';
import { number, withCommon } from '../attributes.ts';
import { type BlockDependencies, blockClass } from '../dependencies.ts';
import { itemTitle } from '../item-title.ts';
import { attrs, classes } from '../markup.ts';

/** The most pages that a list shows, and how deep pages lie in others. */
const [MOST, DEEPEST] = [100, 10];

/** The published pages, each with those that lie below it. */
export const pageList = (dependencies: BlockDependencies): BlockType => ({
  name: 'core/page-list',
  title: 'Page list',
  category: 'widgets',
  attributes: withCommon({ parentPageID: number(0) }),
  async render(attributes) {
    const { posts, permalinks, site } = dependencies;
    const context = new RequestContext();
    const { posts: pages } = await posts.query({
      types: ['page'],
      statuses: ['publish'],
      orderBy: 'menu_order',
      order: 'asc',
      perPage: MOST,
    });
    const shown = pages.filter(({ password }) => password === '');
    const addresses = new Map(
      await Promise.all(shown.map(async (page) => [page.id, await permalinks.forPost(page, context)] as const)),
    );
    const below = new Map<number, Post[]>();
    for (const page of shown) getOrMake(below, page.parent, () => []).push(page);
    const name = (part: string) => blockClass(site, part);

    const itemOf = (page: Post, depth: number): string => {
      const link = attrs({ class: name('pages-list__item__link'), href: addresses.get(page.id)! });
      const inner = depth < DEEPEST ? (below.get(page.id) ?? []) : [];
      const list =
        inner.length === 0
          ? ''
          : `<ul${attrs({ class: name('navigation__submenu-container') })}>${itemsOf(inner, depth + 1)}</ul>`;
      const className = `${name('pages-list__item')}${inner.length === 0 ? '' : ' has-child'}`;
      return `<li${attrs({ class: className })}><a${link}>${itemTitle(dependencies, page)}</a>${list}</li>`;
    };
    const itemsOf = (items: readonly Post[], depth: number): string =>
      items.map((page) => itemOf(page, depth)).join('');

    const top = below.get(Number(attributes.parentPageID ?? 0)) ?? [];
    if (top.length === 0) return '';
    return `<ul${attrs({ class: classes(attributes, name('page-list')) })}>${itemsOf(top, 0)}</ul>`;
  },
});
