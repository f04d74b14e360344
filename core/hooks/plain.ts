const { isArray, prototype: ofLists } = Array;
const { getPrototypeOf, keys, prototype: ofMaps } = Object;

/** Whether a value is a list, or a map, of no class of its own. */
export function isPlain(value: unknown, isList: boolean): value is object {
  if (isList) return isArray(value) && getPrototypeOf(value) === ofLists;
  return typeof value === 'object' && value !== null && getPrototypeOf(value) === ofMaps;
}

/** Whether a list has so many items, none of them missing, and no members beside them. */
export function hasItems(list: object, count: number): boolean {
  if ((list as unknown[]).length !== count) return false;
  // To go through a list takes twice as long. What has a name comes behind all that has a place.
  const own = keys(list);
  return own.length === count && (count === 0 || own[count - 1] === String(count - 1));
}

/** Whether a list or map has members of just these names in their order. */
export function hasNames(object: object, isList: boolean, names: readonly string[]): boolean {
  if (isList) return hasItems(object, names.length);
  let at = 0;
  for (const name in object) if (name !== names[at++]) return false;
  return at === names.length;
}
