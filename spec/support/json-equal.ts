/**
 * Tells whether two values are equal as JSON, with the three freedoms of the vectors: 0 and -0 are one number, an
 * empty list and an empty map are one value, and the order of keys is free.
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
