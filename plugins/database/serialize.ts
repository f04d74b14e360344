import { databaseErrors } from './errors.ts';

/** How deep serialized data may be nested, when it is read and so when it is written; nothing real comes near. */
export const MAX_DEPTH = 200;

/**
 * Writes plain data in PHP's serialization: lists, objects and Maps as arrays, undefined as null.
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
      return value === null ? 'N;' : serializeEntries(entriesOf(value), depth + 1);
    case 'undefined':
      return 'N;';
    default:
      throw new TypeError(`a ${typeof value} cannot be stored`);
  }
}

const floatText = (value: number): string =>
  Number.isNaN(value) ? 'NAN' : value === Infinity ? 'INF' : value === -Infinity ? '-INF' : String(value).toUpperCase();

function entriesOf(value: object): [string | number, unknown][] {
  if (Array.isArray(value)) return [...value.entries()];
  return value instanceof Map ? [...value.entries()] : Object.entries(value);
}

/** A key that PHP keeps as a number. */
const WHOLE = /^(?:0|-?[1-9]\d{0,17})$/;

function serializeEntries(entries: readonly [string | number, unknown][], depth: number): string {
  const pairs = entries.map(([key, value]) => {
    const name = WHOLE.test(String(key)) ? `i:${key};` : serialize(String(key));
    return name + serialize(value, depth);
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
