import { trimWords } from '../content-rendering/index.ts';
import type { MetaValues } from '../meta/index.ts';
import type { Post } from '../posts/index.ts';
import type { Term } from '../terms/index.ts';

/** What an item of a menu leads to: an address of its own, an item, a term, or the archive of a content type. */
export const ITEM_TYPES = ['custom', 'taxonomy', 'post_type', 'post_type_archive'] as const;

/** The keys under which an item of a menu stores what it leads to and how it is shown. */
export const MENU_ITEM_META = {
  type: '_menu_item_type',
  parent: '_menu_item_menu_item_parent',
  objectId: '_menu_item_object_id',
  object: '_menu_item_object',
  target: '_menu_item_target',
  classes: '_menu_item_classes',
  xfn: '_menu_item_xfn',
  url: '_menu_item_url',
  orphaned: '_menu_item_orphaned',
} as const;

/** What an item of a menu stores, as it is stored. */
export interface StoredMenuItem {
  /** One of `ITEM_TYPES`; what plugins and imports have stored may be another. */
  readonly type: string;
  /** The name of the content type or taxonomy that it leads to; `custom` where it has an address of its own. */
  readonly object: string;
  readonly objectId: number;
  /** The id of the item of the menu that it lies below; 0 for none. */
  readonly parent: number;
  /** `_blank`, or empty. */
  readonly target: string;
  readonly classes: readonly string[];
  /** How the author stands to what it leads to: values of `rel`. */
  readonly xfn: readonly string[];
  /** The address of its own; empty for one that leads to something of the site. */
  readonly url: string;
}

/** An item of a menu, with what it leads to. */
export interface NavMenuItem extends StoredMenuItem {
  readonly post: Post;
  /** Its title, or else that of what it leads to, as titles are stored. */
  readonly title: string;
  readonly typeLabel: string;
  readonly url: string;
  readonly attrTitle: string;
  readonly description: string;
  /** Whether it leads to nothing: what it led to, or the type of that, is gone or in the trash. */
  readonly invalid: boolean;
  /** Whether the user for whom it was read may not read what it leads to. */
  readonly hidden: boolean;
  /** The item or term that it leads to, if there is one. */
  readonly original: { readonly post: Post } | { readonly term: Term } | undefined;
}

/** The most words of a description that are shown. */
const DESCRIPTION_WORDS = 200;

/** The description of an item of a menu: its content as plain text. */
export const descriptionOf = ({ content }: Post): string => trimWords(content, DESCRIPTION_WORDS);

const textOf = (stored: unknown): string =>
  typeof stored === 'string' || typeof stored === 'number' ? String(stored) : '';

/** Reads what an item of a menu stores. */
export function readStored(meta: MetaValues): StoredMenuItem {
  const value = (key: keyof typeof MENU_ITEM_META): unknown => meta.get(MENU_ITEM_META[key])?.[0];
  const text = (key: keyof typeof MENU_ITEM_META): string => textOf(value(key));
  const id = (key: keyof typeof MENU_ITEM_META): number => Number(/^\d{1,15}$/.exec(text(key))?.[0] ?? 0);
  const classes = value('classes');
  const names = typeof classes === 'object' && classes !== null ? Object.values(classes) : [text('classes')];
  return {
    type: text('type'),
    object: text('object'),
    objectId: id('objectId'),
    parent: id('parent'),
    target: text('target'),
    classes: names.map(textOf),
    xfn: text('xfn').split(' '),
    url: text('url'),
  };
}

/** An item of a menu as a visitor is shown it. */
export interface ShownMenuItem extends NavMenuItem {
  /** Its title as it is shown, through `the_title`: markup. */
  readonly renderedTitle: string;
}
