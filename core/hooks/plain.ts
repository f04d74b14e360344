const { isArray, prototype: ofLists } = Array;
const { getPrototypeOf, keys, prototype: ofMaps } = Object;

/** Whether a value is a list, or a map, of no class of its own. */
export function isPlain(value: unknown, isList: boolean): value is object {
  if (isList) return isArray(value) && getPrototypeOf(value) === ofLists;
  return typeof value === 'object' && value !== null && getPrototypeOf(value) === ofMaps;
}

/** Whether a list or map has members of just these names in their order. */
export function hasNames(object: object, isList: boolean, names: readonly string[]): boolean {
  if (isList && (object as unknown[]).length !== names.length) return false;
  const own = keys(object);
  return own.length === names.length && own.every((name, at) => name === names[at]);
}
