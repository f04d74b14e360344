/** Whether a value is a list, a map or a scalar that comes out of its JSON as it went in. */
export function isJsonAlone(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) if (!isJsonAlone(value[at])) return false;
    return Object.keys(value).length === value.length;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype || Object.hasOwn(value, '__proto__')) return false;
  return Object.values(value).every(isJsonAlone) && Object.getOwnPropertySymbols(value).length === 0;
}
