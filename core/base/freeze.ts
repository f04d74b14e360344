/** Whether a value is a list or a plain map, and no instance of a class. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || prototype === Object.prototype;
}

/**
 * Freezes lists and plain maps, and those in them, so that no code that gets them changes them for other code.
 * Instances of classes are left as they are.
 */
export function deepFreeze<T>(value: T): T {
  if (!isPlain(value) || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}

/** Makes the methods of classes unchangeable; subclasses have methods of their own as ever. */
export function freezeClasses(...classes: readonly { readonly prototype: object }[]): void {
  for (const one of classes) {
    Object.freeze(one);
    Object.freeze(one.prototype);
  }
}

/** Makes these members of an object unchangeable, and takes no others. */
export function fixMembers<T extends object>(object: T, names: readonly (keyof T)[]): void {
  for (const name of names) Object.defineProperty(object, name, { writable: false, configurable: false });
  Object.preventExtensions(object);
}

const refuse = () => {
  throw new TypeError('it cannot be changed any more');
};

/** Makes a map refuse every change. */
export function freezeMap<K, V>(map: Map<K, V>): ReadonlyMap<K, V> {
  return Object.freeze(Object.assign(map, { set: refuse, delete: refuse, clear: refuse }));
}
