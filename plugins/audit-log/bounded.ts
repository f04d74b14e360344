import { isSecret } from '../options/index.ts';

/** The most characters of one text, members of one list, and bytes of all details of an entry. */
const [MAX_TEXT, MAX_MEMBERS, MAX_BYTES] = [300, 50, 4096];

const MAX_DEPTH = 4;

const HIDDEN = '(hidden)';

/** The user and password of an address. */
const USER_INFO = /(\/\/)[^\s/@"'<>]{1,200}@/g;

/** What no database stores in a text: a null character, and half a character. */
const UNSTORABLE = /[\0\p{Cs}]/gu;

/** A text of at most so many characters, which any database stores, and without the credentials of addresses. */
export function bounded(text: string, length = MAX_TEXT): string {
  const plain = text
    .slice(0, 2 * length)
    .replace(USER_INFO, `$1${HIDDEN}@`)
    .replace(UNSTORABLE, '');
  return plain.length > length ? `${plain.slice(0, length - 1).replace(UNSTORABLE, '')}…` : plain;
}

/** A value as an entry shows it: bounded, and with members of secret names hidden. */
function shown(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return bounded(value);
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function')
    return String(typeof value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.slice(0, MAX_MEMBERS).map((member) => shown(member, depth + 1));
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(
    entries
      .slice(0, MAX_MEMBERS)
      .map(([name, member]) => [bounded(String(name), 60), isSecret(String(name)) ? HIDDEN : shown(member, depth + 1)]),
  );
}

/** Details as JSON of at most 4 KB; members that do not fit are left out, and it is said that some are. */
export function detailsOf(details: Readonly<Record<string, unknown>>): string {
  const fitting: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(details)) {
    if (value === undefined) continue;
    const next = { ...fitting, [name]: shown(value), truncated: true };
    if (Buffer.byteLength(JSON.stringify(next)) > MAX_BYTES) fitting.truncated = true;
    else fitting[name] = next[name];
  }
  return JSON.stringify(fitting);
}
