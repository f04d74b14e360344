/**
 * Whether two values are equal as JSON in vectors: 0 equals -0, an empty list equals an empty map, and the order of keys
 * does not matter.
 */
export function jsonEqual(left: unknown, right: unknown): boolean {
  if (!isContainer(left) || !isContainer(right)) return left === right;
  const [keys, others] = [Object.keys(left), Object.keys(right)];
  if (keys.length !== others.length) return false;
  if (keys.length > 0 && Array.isArray(left) !== Array.isArray(right)) return false;
  return keys.every((key) => Object.hasOwn(right, key) && jsonEqual(left[key], right[key]));
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
