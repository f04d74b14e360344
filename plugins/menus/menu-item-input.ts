import { cleanUrl, trimAscii } from '../../core/text/index.ts';
import { sanitizeHtmlClass } from '../class-list/index.ts';
import type { PostInput } from '../posts/index.ts';
import { NAV_MENU_ITEM } from './builtin.ts';
import { MENU_ITEM_META, type NavMenuItem, type StoredMenuItem } from './nav-menu-item.ts';

/** What an item of a menu is made or changed with. */
export interface MenuItemInput extends StoredMenuItem {
  /** The id of its menu; 0 for none. */
  readonly menu: number;
  readonly title: string;
  readonly attrTitle: string;
  readonly description: string;
  readonly position: number;
  /** Anything but `publish` makes a draft. */
  readonly status: string;
}

/** A new item of a menu as it is where nothing else is said. */
export const NEW_ITEM: MenuItemInput = {
  menu: 0,
  type: 'custom',
  object: '',
  objectId: 0,
  parent: 0,
  position: 1,
  title: '',
  attrTitle: '',
  description: '',
  url: '',
  target: '',
  classes: [],
  xfn: [],
  status: 'publish',
};

/** What an item of a menu holds, to be changed. */
export const inputOfItem = (item: NavMenuItem, menu: number): MenuItemInput => ({
  menu,
  type: item.type,
  object: item.object,
  objectId: item.objectId,
  parent: item.parent,
  position: item.post.menuOrder || 1,
  title: item.post.title,
  attrTitle: item.attrTitle,
  description: item.post.content.trim(),
  url: item.type === 'custom' ? item.url : '',
  target: item.target,
  classes: item.classes,
  xfn: item.xfn,
  status: item.post.status,
});

/** What the item of the store is written with; `original` is the title and the parent of what it leads to. */
export function postInputOf(
  input: MenuItemInput,
  original: { readonly title: string; readonly parent: number },
): PostInput {
  const isCustom = input.type === 'custom';
  return {
    type: NAV_MENU_ITEM,
    status: input.status === 'publish' ? 'publish' : 'draft',
    // A title that is the same as that of what it leads to follows the latter.
    title: !isCustom && input.title === original.title ? '' : input.title,
    content: input.description,
    excerpt: input.attrTitle,
    menuOrder: input.menu === 0 ? 1 : input.position,
    parent: isCustom ? 0 : original.parent,
    pingStatus: 'closed',
    metaInput: metaInputOf(input),
  };
}

/** The metadata of an item of a menu; an address of its own is that of the item itself, once its id is known. */
function metaInputOf(input: MenuItemInput): Record<string, unknown> {
  const isCustom = input.type === 'custom';
  return {
    [MENU_ITEM_META.type]: input.type,
    [MENU_ITEM_META.parent]: String(input.parent),
    ...(isCustom ? {} : { [MENU_ITEM_META.objectId]: String(input.objectId) }),
    [MENU_ITEM_META.object]: isCustom ? 'custom' : input.object,
    [MENU_ITEM_META.target]: input.target,
    [MENU_ITEM_META.classes]: orEmpty(input.classes),
    [MENU_ITEM_META.xfn]: orEmpty(input.xfn).join(' '),
    [MENU_ITEM_META.url]: isCustom ? cleanUrl(trimAscii(input.url)) : '',
  };
}

/** Names of classes, cleaned; where there is none, an empty one, as the reference stores it. */
const orEmpty = (names: readonly string[]): string[] =>
  names.length === 0 ? [''] : names.map((name) => sanitizeHtmlClass(name));
