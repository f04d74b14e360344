import { isEmptyContainer } from './container.ts';

const NUMERIC = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/;
const NUMERIC_START = /^[ \t\n\r\v\f]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/;

/**
 * Tells whether a value is a number or text that spells one: `" 5 "`, `"1."`, `".5"`, `"+1"` and `"1e2"` do,
 * `"0x1A"`, `"1_000"`, `"INF"` and `""` do not.
 */
export function isNumeric(value: unknown): value is number | string {
  if (typeof value === 'number') return !Number.isNaN(value);
  return typeof value === 'string' && NUMERIC.test(value);
}

/** Tells whether a value is numeric and whole; `"1.0"` and `"1e2"` are. */
export function isIntegerLike(value: unknown): value is number | string {
  if (typeof value === 'number') return isWhole(value);
  return isNumeric(value) && isWhole(Number(value));
}

function isWhole(value: number): boolean {
  return Math.abs(value) === Number.POSITIVE_INFINITY || Number.isInteger(value);
}

/**
 * Casts anything to a number: text counts as far as it is numeric (`"1.5kg"` is 1.5, `"0x1A"` is 0), true is 1,
 * an empty list or map is 0 and a filled one is 1.
 */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return Number.isNaN(value) ? 0 : value;
  if (typeof value === 'string') return isNumeric(value) ? Number(value) : Number(NUMERIC_START.exec(value)?.[1] ?? 0);
  if (typeof value === 'object') return isEmptyContainer(value) ? 0 : 1;
  return value === true ? 1 : 0;
}

/** Casts anything to a whole number, cut toward zero and kept within the safe integers. */
export function toInteger(value: unknown): number {
  const whole = Math.trunc(toNumber(value)) + 0;
  return Math.min(Math.max(whole, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}
