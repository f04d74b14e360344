/** The items of each array that are still JSON, by their place. */
const unparsed = new WeakMap<object, Map<number, string>>();

/**
 * An array whose items are JSON already: each is parsed when it is first read. `toJson` writes the others as they are, so
 * that a list of cached items is sent without being parsed.
 */
export function lazyJsonArray(items: readonly string[]): unknown[] {
  const array: unknown[] = [];
  const waiting = new Map<number, string>();
  unparsed.set(array, waiting);
  for (const [at, json] of items.entries()) {
    let parsed: { readonly value: unknown } | undefined;
    waiting.set(at, json);
    Object.defineProperty(array, at, {
      enumerable: true,
      configurable: true,
      get() {
        if (parsed === undefined) {
          parsed = { value: JSON.parse(json) as unknown };
          waiting.delete(at);
        }
        return parsed.value;
      },
      set(this: object, value: unknown) {
        // An object that inherits from the array gets an item of its own.
        if (this === array) waiting.delete(at);
        Object.defineProperty(this, at, { value, enumerable: true, configurable: true, writable: true });
      },
    });
  }
  return array;
}

/** The JSON of the items of a lazy array that nothing has read or changed; undefined for any other value. */
export function unparsedItems(value: unknown): string[] | undefined {
  const waiting = Array.isArray(value) ? unparsed.get(value) : undefined;
  if (waiting === undefined || waiting.size !== (value as unknown[]).length) return undefined;
  return [...waiting.keys()].every((at) => isLazy(value as unknown[], at)) ? [...waiting.values()] : undefined;
}

/** The JSON of a value; items of a lazy array that nothing has read are written as they are. */
export function toJson(value: unknown, indent = 0): string {
  const waiting = indent === 0 && Array.isArray(value) ? unparsed.get(value) : undefined;
  if (waiting === undefined || waiting.size === 0 || 'toJSON' in (value as object)) {
    return JSON.stringify(value ?? null, null, indent);
  }
  const list = value as unknown[];
  const parts: string[] = [];
  for (let at = 0; at < list.length; at++) {
    const json = isLazy(list, at) ? waiting.get(at) : undefined;
    parts.push(json ?? JSON.stringify(list[at]) ?? 'null');
  }
  return `[${parts.join(',')}]`;
}

/** Whether the item at a place is still read by its getter, and has not been deleted or defined anew. */
const isLazy = (list: readonly unknown[], at: number): boolean =>
  Object.getOwnPropertyDescriptor(list, at)?.get !== undefined;
