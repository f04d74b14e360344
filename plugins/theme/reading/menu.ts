import type { RequestContext } from '../../../core/index.ts';
import { type MenuLink, menuTree, type NavMenus } from '../../menus/index.ts';

/** The location whose menu the pages show in their header. */
export const PRIMARY = 'primary';

/**
 * The menu that pages show: the one in the primary location, or, where the site has no such location, the first that has
 * items. Empty where there is none.
 */
export async function readMenu(menus: NavMenus, context: RequestContext): Promise<readonly MenuLink[]> {
  const id = menus.locations().has(PRIMARY) ? menus.menuIn(PRIMARY) : ((await menus.first())?.id ?? 0);
  return id === 0 ? [] : menuTree(await menus.itemsOf(id, context));
}
