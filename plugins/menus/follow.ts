import type { PluginHooks } from '../../core/index.ts';
import type { ContentStatuses } from '../content-statuses/index.ts';
import type { Post } from '../posts/index.ts';
import { NAV_MENU, NAV_MENU_ITEM } from './builtin.ts';
import { NEW_ITEM } from './menu-item-input.ts';
import { MenuItemWriter, type WriterServices } from './menu-item-writer.ts';
import { MENU_ITEM_META } from './nav-menu-item.ts';
import type { NavMenus } from './nav-menus.ts';

/** What keeps menus in step with the rest of the site. */
export interface FollowServices extends WriterServices {
  readonly hooks: PluginHooks;
  readonly statuses: ContentStatuses;
  readonly menus: NavMenus;
}

/** A tap that removes as many items as a menu has, or as lead to something, takes as long as that takes: a part of them is no end. */
const UNHURRIED = { name: 'menus', timeout: 0 };

/** Items that no item of a menu leads to: versions of others, and items of menus themselves. */
const NO_TARGETS: ReadonlySet<string> = new Set(['revision', NAV_MENU_ITEM]);

/**
 * Deletes the items of menus that lead to something which is deleted, and those of a menu that is deleted; adds new pages
 * of the uppermost level to the menus that want them.
 */
export function followSite(services: FollowServices): void {
  const { hooks, menus, posts } = services;
  hooks.filter('wp_insert_post_empty_content').tap('menus', (empty, { type }) => empty && type !== NAV_MENU_ITEM);
  hooks
    .filter('rest_{post_type}_trashable')
    .for(NAV_MENU_ITEM)
    .tap('menus', () => false);
  hooks.action('delete_post').tapPromise(UNHURRIED, async (id, { type }) => {
    if (!NO_TARGETS.has(type)) await deleteItemsTo('post_type', id, services);
  });
  hooks.action('delete_term').tapPromise(UNHURRIED, async (id, _taxonomyId, taxonomy, _term, objectIds) => {
    if (taxonomy !== NAV_MENU) return deleteItemsTo('taxonomy', id, services, taxonomy);
    for (const item of objectIds) await posts.delete(item);
    await menus.assign(id, []);
    await menus.setAutoAdd(id, false);
  });
  hooks.action('transition_post_status').tapPromise('menus', async (status, before, post) => {
    const isNew = status === 'publish' && before !== 'publish';
    if (isNew && post.type === 'page' && post.parent === 0) await addPage(post, services);
  });
}

async function deleteItemsTo(type: string, id: number, services: FollowServices, object?: string): Promise<void> {
  const ids = await itemsTo(type, id, services, object);
  for (const item of ids) await services.posts.delete(item);
}

/** The ids of the items of menus that lead to an item or a term. */
async function itemsTo(
  type: string,
  id: number,
  { posts, statuses }: Pick<FollowServices, 'posts' | 'statuses'>,
  object?: string,
): Promise<number[]> {
  const stored = (key: keyof typeof MENU_ITEM_META, value: string) =>
    ({ key: MENU_ITEM_META[key], compare: '=', value }) as const;
  const { ids } = await posts.query({
    types: [NAV_MENU_ITEM],
    statuses: statuses.all().map(({ name }) => name),
    meta: [
      stored('objectId', String(id)),
      stored('type', type),
      ...(object === undefined ? [] : [stored('object', object)]),
    ],
    perPage: -1,
  });
  return ids;
}

async function addPage(page: Post, services: FollowServices): Promise<void> {
  const wanting = services.menus.autoAdding();
  if (wanting.length === 0) return;
  const menus = await services.terms.byIds(wanting, NAV_MENU);
  const there = await services.terms.ofObjects(await itemsTo('post_type', page.id, services), [NAV_MENU]);
  const holding = new Set([...there.values()].flat().map(({ id }) => id));
  const writer = new MenuItemWriter(services);
  for (const menu of menus.keys()) {
    if (holding.has(menu)) continue;
    await writer.append({ ...NEW_ITEM, menu, type: 'post_type', object: 'page', objectId: page.id });
  }
}
