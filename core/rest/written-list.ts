import { makeNotes } from '../notes.ts';

/** What a list was written as, item by item. */
interface WrittenItems {
  readonly items: readonly string[];
  /** Items that were read of a frozen list, whose getters stay. */
  read: Map<number, unknown> | undefined;
}

const lists = makeNotes<object, WrittenItems>();

/** Reads or replaces the item at one place of any written list: made once for a place, since to make them takes time. */
interface Accessor extends PropertyDescriptor {
  readonly get: () => unknown;
}

const accessors: Accessor[] = [];

function accessorAt(at: number): Accessor {
  let accessor = accessors[at];
  if (accessor === undefined) {
    accessor = {
      enumerable: true,
      configurable: true,
      get(this: object) {
        return readItem(listOf(this), at);
      },
      set(this: object, value: unknown) {
        Object.defineProperty(this, at, { value, enumerable: true, configurable: true, writable: true });
      },
    };
    accessors[at] = accessor;
  }
  return accessor;
}

/** The written list that a getter was asked through: itself, or one that it inherits from. */
function listOf(object: object): object {
  let list = object;
  while (lists.get(list) === undefined) list = Object.getPrototypeOf(list) as object;
  return list;
}

function readItem(list: object, at: number): unknown {
  const known = lists.get(list)!;
  if (known.read?.has(at)) return known.read.get(at);
  const value: unknown = JSON.parse(known.items[at]!);
  const isOpen = Object.getOwnPropertyDescriptor(list, at)?.configurable === true;
  if (isOpen) Object.defineProperty(list, at, { value, enumerable: true, configurable: true, writable: true });
  else known.read = (known.read ?? new Map()).set(at, value);
  return value;
}

/** A list whose items are written already; one is read from its JSON when somebody asks for it. */
export function writtenList(items: readonly string[]): unknown[] {
  const list: unknown[] = [];
  lists.set(list, { items, read: undefined });
  // From the end, so that the list grows but once, which takes a third of the time.
  for (let at = items.length - 1; at >= 0; at--) Object.defineProperty(list, at, accessorAt(at));
  return list;
}

/** Whether a value is such a list. */
export const isWrittenList = (value: unknown): value is unknown[] =>
  typeof value === 'object' && value !== null && lists.get(value) !== undefined;

const { __lookupGetter__: lookupGetter } = Object.prototype as unknown as {
  __lookupGetter__(this: object, key: PropertyKey): (() => unknown) | undefined;
};

/** The JSON of an item that nobody has asked for; undefined where it was read, replaced or removed. */
function unreadJson(list: readonly unknown[], at: number, { items, read }: WrittenItems): string | undefined {
  // Asks for no descriptor, which would be made for the purpose; nothing that a list inherits has such a getter.
  const get = lookupGetter.call(list, at);
  return get !== undefined && get === accessors[at]?.get && !read?.has(at) ? items[at] : undefined;
}

/** The JSON of the items of a list that are all as they were written; undefined for any other list. */
export function writtenItems(list: readonly unknown[]): string[] | undefined {
  const known = lists.get(list);
  if (known === undefined || known.items.length !== list.length) return undefined;
  const items: string[] = [];
  for (let at = 0; at < list.length; at++) {
    const json = unreadJson(list, at, known);
    if (json === undefined) return undefined;
    items.push(json);
  }
  return items;
}

/** The JSON of such a list: items that nobody asked for are taken as they were written. */
export function listJson(list: unknown[]): string {
  if (typeof (list as { toJSON?: unknown }).toJSON === 'function') return JSON.stringify(list);
  const known = lists.get(list)!;
  const parts: string[] = [];
  for (let at = 0; at < list.length; at++) {
    parts.push(unreadJson(list, at, known) ?? JSON.stringify(list[at]) ?? 'null');
  }
  return `[${parts.join(',')}]`;
}
