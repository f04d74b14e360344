import { toText } from '../schema/index.ts';
import { RestError } from './error.ts';

/** Parameters by name. Without a prototype, so that `constructor` and `__proto__` are plain data. */
export type Params = Record<string, unknown>;

/** An empty set of parameters. */
export const noParams = (): Params => Object.create(null) as Params;

/** Copies any map's own members into a set of parameters. */
export const toParams = (source: object | undefined): Params =>
  source === undefined ? noParams() : Object.assign(noParams(), source);

/** The most parameters that one query or form may hold. */
export const MAX_PARAMETERS = 1000;

/** How deep `a[b][c]` may go. */
const MAX_DEPTH = 64;

/** The error of a query or form that cannot be read: bad percent-encoding, bad UTF-8, or too many parameters. */
const unreadable = (message: string): RestError => new RestError('rest_invalid_query', message, { status: 400 });

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text);
  } catch {
    throw unreadable('The query is not valid percent-encoded UTF-8.');
  }
};

/**
 * Reads a query string or urlencoded form by the grammar that the interface's clients use: `a[]=1`,
 * `a[0]=1`, `a[k][j]=1`, `+` for a space; of plain duplicates the last one wins. Maps whose keys are all
 * whole numbers come out as lists. Throws the error object `rest_invalid_query`.
 */
export function parseQuery(text: string): Params {
  if (text === '') return noParams();
  const pairs: [string, string][] = [];
  for (const part of text.split('&', MAX_PARAMETERS + 1)) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    pairs.push(equals < 0 ? [decode(part), ''] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))]);
  }
  return nestParameters(pairs);
}

/** Nests decoded names such as `a[k][j]` and `a[]`, by the rules of `parseQuery`; for multipart forms. */
export function nestParameters(pairs: readonly (readonly [name: string, value: string])[]): Params {
  if (pairs.length > MAX_PARAMETERS) throw unreadable(`There are more than ${MAX_PARAMETERS} parameters.`);
  const root = new Map<string, unknown>();
  for (const [name, value] of pairs) if (name !== '') assign(root, name, value);
  return toRecord(root);
}

function assign(root: Map<string, unknown>, name: string, value: string): void {
  const bracket = name.indexOf('[');
  if (bracket <= 0 || !name.includes(']', bracket)) {
    root.set(name, value);
    return;
  }
  const keys = [name.slice(0, bracket)];
  for (let start = bracket, end = 0; start >= 0; start = name.indexOf('[', end)) {
    end = name.indexOf(']', start);
    if (end < 0) break;
    keys.push(name.slice(start + 1, end));
    if (keys.length > MAX_DEPTH) throw unreadable('The query is nested too deeply.');
  }
  let level = root;
  for (const [position, key] of keys.entries()) {
    const slot = key === '' && position > 0 ? String(nextIndex(level)) : key;
    if (position === keys.length - 1) {
      level.set(slot, value);
    } else {
      let next = level.get(slot);
      if (!(next instanceof Map)) {
        next = new Map<string, unknown>();
        level.set(slot, next);
      }
      level = next as Map<string, unknown>;
    }
  }
}

const WHOLE = /^(?:0|[1-9]\d{0,8})$/;

function nextIndex(level: Map<string, unknown>): number {
  // Lists are filled in order, so their size is the next index; a gap makes the search.
  let index = level.size;
  while (level.has(String(index))) index++;
  return index;
}

function toRecord(level: Map<string, unknown>): Params {
  const record = noParams();
  for (const [key, value] of level) record[key] = value instanceof Map ? toValue(value) : value;
  return record;
}

function toValue(level: Map<string, unknown>): unknown {
  const values = () => [...level.values()].map((value) => (value instanceof Map ? toValue(value) : value));
  return [...level.keys()].every((key) => WHOLE.test(key)) ? values() : toRecord(level);
}

/** Writes query arguments: lists as `a[0]=1`, true as `1`, false as an empty text, nothing for undefined and null. */
export function buildQuery(args: Readonly<Record<string, unknown>>): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown) => {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) for (const [index, member] of value.entries()) add(`${name}[${index}]`, member);
    else if (typeof value === 'object')
      for (const [key, member] of Object.entries(value)) add(`${name}[${key}]`, member);
    else pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(toText(value))}`);
  };
  for (const [name, value] of Object.entries(args)) add(name, value);
  return pairs.join('&');
}

/**
 * Adds query arguments to a URL, replacing those of the same name.
 *
 * @param url an address, with or without a query
 * @param args the arguments by name; lists and maps become `name[]` and `name[key]`
 */
export function addQueryArgs(url: string, args: Readonly<Record<string, unknown>>): string {
  const [beforeHash = '', hash] = url.split('#', 2);
  const [path = '', given = ''] = beforeHash.split(/\?(.*)/s);
  const nameOf = (pair: string) => decodeURIComponent(pair.split('=', 1)[0]!).split('[', 1)[0]!;
  const left = { ...args };
  // An argument that is there already is replaced in its place.
  const pairs = given.split('&').map((pair) => {
    const name = nameOf(pair);
    if (!Object.hasOwn(args, name)) return pair;
    const own = Object.hasOwn(left, name) ? buildQuery({ [name]: left[name] }) : '';
    delete left[name];
    return own;
  });
  const query = [...pairs, buildQuery(left)]
    .filter((text) => text !== '')
    .join('&')
    .replace(/=(?=&|$)/g, '');
  return `${path}${query === '' ? '' : `?${query}`}${hash === undefined ? '' : `#${hash}`}`;
}
