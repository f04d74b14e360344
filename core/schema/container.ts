/** A map of values, as JSON objects and nested query parameters are. */
export type ValueMap = Readonly<Record<string, unknown>>;

export { isMap } from '../base/index.ts';

/** Tells whether a value is null, a list without elements or a map without keys. */
export function isEmptyContainer(value: object | null): boolean {
  if (value === null) return true;
  return (Array.isArray(value) ? value : Object.keys(value)).length === 0;
}
