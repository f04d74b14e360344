import { MENU_ITEM_META, NAV_MENU_ITEM } from '../menus/index.ts';
import { type ImportKind, kindOfTerm, type WaitingFor } from './mapping.ts';
import type { WxrItem } from './records.ts';

/** A value of an item's metadata that is the number of another record of the source. */
export interface Reference {
  readonly key: string;
  readonly kind: ImportKind;
  /** The number in the source; 0 for none. */
  readonly original: number;
  /** Under what the item waits for a record that comes later in the file; undefined where none does. */
  readonly role?: keyof typeof KEYS_OF_ROLES;
  /** Whether the key is left out while there is nothing to refer to, and is not 0. */
  readonly isOptional?: boolean;
}

/** The keys of metadata whose values wait for records that come later. */
export const KEYS_OF_ROLES = {
  thumbnail: '_thumbnail_id',
  'menu-parent': MENU_ITEM_META.parent,
  'menu-object': MENU_ITEM_META.objectId,
} as const satisfies Partial<Record<WaitingFor, string>>;

/** The numbers of other records that the metadata of an item holds; `kind` is the item's own. */
export function referencesOf(item: WxrItem, kind: ImportKind): Reference[] {
  const references: Reference[] = [];
  const image = valueIn(item, KEYS_OF_ROLES.thumbnail);
  if (image !== undefined) {
    const [key, role] = [KEYS_OF_ROLES.thumbnail, 'thumbnail'] as const;
    references.push({ key, kind: 'post', original: numberOf(image), role, isOptional: true });
  }
  if (item.type !== NAV_MENU_ITEM) return references;
  const above = numberOf(valueIn(item, MENU_ITEM_META.parent));
  return [...references, { key: MENU_ITEM_META.parent, kind, original: above, role: 'menu-parent' }, objectOf(item)];
}

/** The number of the item that an item lies below; 0 for none. Of what leads to a term, the file has that of a term. */
export const parentOf = (item: WxrItem): number =>
  item.type === NAV_MENU_ITEM && valueIn(item, MENU_ITEM_META.type) === 'taxonomy' ? 0 : item.parent;

/** What an item of a menu leads to; one with an address of its own leads to itself, which is known once it is stored. */
function objectOf(item: WxrItem): Reference {
  const key = MENU_ITEM_META.objectId;
  const original = numberOf(valueIn(item, key));
  switch (valueIn(item, MENU_ITEM_META.type)) {
    case 'taxonomy':
      return { key, kind: kindOfTerm(valueIn(item, MENU_ITEM_META.object) ?? ''), original };
    case 'post_type':
      return { key, kind: 'post', original, role: 'menu-object' };
    default:
      return { key, kind: 'post', original: 0 };
  }
}

/** Whether an item of a menu has an address of its own. */
export const leadsToItself = (item: WxrItem): boolean =>
  item.type === NAV_MENU_ITEM && valueIn(item, MENU_ITEM_META.type) === 'custom';

/** How what is waited for is noted: by its number, with its kind where that is not a post. */
export const noteOf = ({ kind, original }: Pick<Reference, 'kind' | 'original'>): string =>
  kind === 'post' ? String(original) : `${kind} ${original}`;

/** Reads such a note. */
export function readNote(note: string): Pick<Reference, 'kind' | 'original'> {
  const [, menu, original] = /^(?:menu (\d+) )?(\d+)$/.exec(note) ?? [];
  return { kind: menu === undefined ? 'post' : `menu ${Number(menu)}`, original: Number(original ?? 0) };
}

/** The last value that the file has for a key. */
const valueIn = ({ meta }: WxrItem, key: string): string | undefined =>
  meta.findLast((each) => each.key === key)?.value;

const numberOf = (text = ''): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);
