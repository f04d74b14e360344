import type { ShownMenuItem } from './nav-menu-item.ts';

/** An item of a menu, with those below it. */
export interface MenuLink {
  readonly item: ShownMenuItem;
  readonly children: readonly MenuLink[];
}

/** How many items may lie above each other; those below more are shown at the uppermost level. */
const MOST_LEVELS = 20;

/** Puts items below those that they name; at the uppermost level where that one is not shown. */
export function menuTree(items: readonly ShownMenuItem[]): MenuLink[] {
  const byId = new Map(items.map((item) => [item.post.id, item]));
  const below = new Map<number, ShownMenuItem[]>();
  for (const item of items) {
    const parent = isBelow(item, byId) ? item.parent : 0;
    below.set(parent, [...(below.get(parent) ?? []), item]);
  }
  const linksBelow = (id: number): MenuLink[] =>
    (below.get(id) ?? []).map((item) => ({ item, children: linksBelow(item.post.id) }));
  return linksBelow(0);
}

/** Whether an item lies below others up to the uppermost level, not in a circle. */
function isBelow(item: ShownMenuItem, byId: ReadonlyMap<number, ShownMenuItem>): boolean {
  if (!byId.has(item.parent)) return false;
  let at: ShownMenuItem | undefined = item;
  for (let level = 0; level < MOST_LEVELS; level++) {
    at = byId.get(at.parent);
    if (at === undefined) return true;
  }
  return false;
}
