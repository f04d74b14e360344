import { getOrMake } from '../../core/base/index.ts';
import type { AllowedAttributes } from './allowed-html.ts';
import { stripBadProtocols } from './protocols.ts';
import { safeCss } from './safe-css.ts';

/** The attributes that hold an address, whose scheme is checked. */
const ADDRESSES: ReadonlySet<string> = new Set(
  `action archive background cite classid codebase data formaction href icon longdesc manifest poster profile src
  usemap xmlns`.split(/\s+/),
);

interface Attribute {
  name: string;
  /** Null when the attribute has no value. */
  value: string | null;
  quote: string;
}

const SPACE = /[\t-\r ]+/y;
const NAME = /[_a-zA-Z][-_a-zA-Z0-9:.]*/y;
const EQUALS = /[\t-\r ]*=[\t-\r ]*/y;
const BARE_VALUE = /[^\t-\r "']+/y;
const DATA_NAME = /^data(?:-[a-z0-9_]+)+$/;

/** The text that a sticky pattern matches at a place; empty when it does not. */
function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/**
 * The attributes of a tag that its element allows, written anew with a blank before each; none where one is missing that
 * the element has to have. `text` is what stands between the element's name and the end of the tag.
 */
export function cleanAttributes(text: string, allowed: AllowedAttributes): string {
  let clean = '';
  const missing = new Set(requiredIn(allowed));
  for (const { name, value, quote } of parseAttributes(text)) {
    const cleaned = cleanValue(name.toLowerCase(), value, allowed);
    if (cleaned === undefined) continue;
    missing.delete(name.toLowerCase());
    clean += cleaned === null ? ` ${name}` : ` ${name}=${quote}${cleaned.replace(/[<>]/g, '')}${quote}`;
  }
  return missing.size === 0 ? clean : '';
}

/** The names of the attributes that elements have to have. */
const required = new WeakMap<AllowedAttributes, readonly string[]>();
const requiredIn = (allowed: AllowedAttributes): readonly string[] =>
  getOrMake(required, allowed, () => [...allowed].flatMap(([name, rule]) => (typeof rule === 'object' ? [name] : [])));

/** The value under which an attribute may stay (null: without one); undefined when it may not. */
function cleanValue(name: string, value: string | null, allowed: AllowedAttributes): string | null | undefined {
  const rule = allowed.get(name) ?? (DATA_NAME.test(name) ? allowed.get('data-*') : undefined);
  if (rule === undefined || (rule === 'valueless' && value !== null)) return undefined;
  if (typeof rule === 'object' && !rule.allows(value ?? '')) return undefined;
  if (name === 'style') return safeCss(value ?? '') || undefined;
  return value !== null && ADDRESSES.has(name) ? stripBadProtocols(value) : value;
}

/** Reads well-formed attributes; what is malformed is skipped, and of two with one name the first counts. */
function parseAttributes(text: string): Iterable<Attribute> {
  const attributes = new Map<string, Attribute>();
  const add = (name: string, value: string | null, quote = '"') => {
    if (!attributes.has(name)) attributes.set(name, { name, value, quote });
  };
  let at = 0;
  while (at < text.length) {
    const name = matchAt(NAME, text, at);
    at += name.length;
    const equals = name === '' ? '' : matchAt(EQUALS, text, at);
    const space = matchAt(SPACE, text, at);
    if (equals !== '') {
      at += equals.length;
      const read = readValue(text, at);
      if (read) {
        add(name, read.value, read.quote);
        at = read.end;
      } else {
        at = skipMalformed(text, at);
      }
    } else if (name !== '' && (space !== '' || at === text.length)) {
      add(name, null);
      at += space.length;
    } else {
      at = skipMalformed(text, at);
    }
  }
  return attributes.values();
}

/** Reads a value that white space or the end of the tag follows; null when there is none such. */
function readValue(text: string, at: number): { value: string; quote: string; end: number } | null {
  const first = text.charAt(at);
  const quoted = first === '"' || first === "'";
  const closing = quoted ? text.indexOf(first, at + 1) : -1;
  if (quoted && closing < 0) return null;
  const value = quoted ? text.slice(at + 1, closing) : matchAt(BARE_VALUE, text, at);
  const after = quoted ? closing + 1 : at + value.length;
  if (!quoted && value === '') return null;
  const space = matchAt(SPACE, text, after).length;
  const closes = text.charAt(after) === '/' && after + 1 === text.length;
  if (space === 0 && !closes && after < text.length) return null;
  return { value, quote: quoted ? first : '"', end: closes ? text.length : after + space };
}

/** The place after the next white space that no quotes enclose. */
function skipMalformed(text: string, from: number): number {
  let at = from;
  while (at < text.length && matchAt(SPACE, text, at) === '') {
    const character = text.charAt(at);
    const closing = character === '"' || character === "'" ? text.indexOf(character, at + 1) : at;
    at = closing < 0 ? text.length : closing + 1;
  }
  return at + matchAt(SPACE, text, at).length;
}
