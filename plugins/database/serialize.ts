import { databaseErrors } from './errors.ts';
import { formOf, type PhpForm, PhpValue } from './php-value.ts';

/** How deep serialized data may be nested, when it is read and so when it is written; nothing real comes near. */
export const MAX_DEPTH = 200;

/**
 * Writes plain data in PHP's serialization: lists, objects and Maps as arrays, undefined as null. Arrays that were read
 * keep the order of their keys, and objects of PHP stay as they are.
 *
 * @throws RestError with status 400 for data that is nested more deeply than is read again.
 */
export function serialize(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw databaseErrors.rest_value_too_deep();
  switch (typeof value) {
    case 'string':
      return `s:${Buffer.byteLength(value)}:"${value}";`;
    case 'number':
      return Number.isSafeInteger(value) ? `i:${value};` : `d:${floatText(value)};`;
    case 'boolean':
      return `b:${value ? 1 : 0};`;
    case 'bigint':
      return `i:${value};`;
    case 'object':
      if (value === null) return 'N;';
      return value instanceof PhpValue ? value.serialized : serializeArray(value, depth + 1);
    case 'undefined':
      return 'N;';
    default:
      throw new TypeError(`a ${typeof value} cannot be stored`);
  }
}

/** A number as PHP writes it: with the fewest digits that tell it from others, from 10^17 on and below 0.0001 with `E`. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'NAN';
  if (!Number.isFinite(value)) return value > 0 ? 'INF' : '-INF';
  if (Object.is(value, -0)) return '-0';
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  if (value === 0 || (Number(exponent) >= -4 && Number(exponent) < 17)) return String(value);
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent}`;
}

function entriesOf(value: object, form: PhpForm | undefined): [string | number, unknown][] {
  if (Array.isArray(value)) return [...value.entries()];
  if (value instanceof Map) return [...value.entries()];
  if (form === undefined) return Object.entries(value);
  const map = value as Record<string, unknown>;
  const known = new Set(form.keys);
  const keys = [
    ...form.keys.filter((key) => Object.hasOwn(map, key)),
    ...Object.keys(map).filter((key) => !known.has(key)),
  ];
  return keys.map((key) => [key, map[key]]);
}

/** A key that PHP keeps as a number. */
const isWhole = (key: string): boolean =>
  /^(?:0|-?[1-9]\d{0,18})$/.test(key) && (key.length < 19 || BigInt.asIntN(64, BigInt(key)) === BigInt(key));

function serializeArray(array: object, depth: number): string {
  const form = formOf(array);
  const entries = entriesOf(array, form);
  const pairs = entries.map(([key, value]) => {
    const name = isWhole(String(key)) ? `i:${key};` : serialize(String(key));
    const number = form?.numbers.get(String(key));
    return (
      name + (number !== undefined && Object.is(number.value, value) ? number.serialized : serialize(value, depth))
    );
  });
  return `a:${entries.length}:{${pairs.join('')}}`;
}

/** Whether a text has the form of something serialized. */
export const isSerialized = (text: string): boolean =>
  /^(?:N;|[bid]:[^;]*;|s:\d+:".*";|[aOCE]:\d+:.*[;}])$/s.test(text.trim());

/**
 * Brings a value into the text of a column. Lists and maps are serialized; texts, numbers and booleans stand as PHP
 * writes them (true `1`, false and null nothing). A text that looks serialized is serialized once more, so that
 * reading gives it back unchanged.
 */
export function maybeSerialize(value: unknown): string {
  if (typeof value === 'object' && value !== null) return serialize(value);
  if (typeof value === 'string') return isSerialized(value) ? serialize(value) : value;
  if (typeof value === 'boolean') return value ? '1' : '';
  return value === null || value === undefined ? '' : String(value);
}
