import { isEmptyContainer } from './container.ts';

const BOOLEAN_TEXT = /^(?:true|false|0|1)$/i;
const FALSE_TEXT = /^(?:false|0|)$/i;

/** Tells whether a value stands for a boolean: `true`, `false`, 0, 1, or text that spells one of them in any case. */
export function isBooleanLike(value: unknown): boolean {
  if (typeof value === 'string') return BOOLEAN_TEXT.test(value);
  return typeof value === 'boolean' || value === 0 || value === 1;
}

/** Casts anything to a boolean. Of texts only `"false"`, `"0"` and `""` are false. */
export function sanitizeBoolean(value: unknown): boolean {
  if (typeof value === 'string') return !FALSE_TEXT.test(value);
  if (typeof value === 'object') return !isEmptyContainer(value);
  return Boolean(value);
}
