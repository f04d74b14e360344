import { ALLOWED_PROTOCOLS } from '../../core/text/index.ts';
import { decodeNumericEntities } from './entities.ts';

/** Schemes that hide behind schemes are taken off one at a time, up to this often. */
const MAX_SCHEMES = 6;

/** A colon as it stands, or as a numeric reference that a browser completes though its semicolon is missing. */
const UNFINISHED_COLON = /(&#0*58(?![;0-9])|&#x0*3a(?![;a-f0-9]))/gi;
const COLON = /:|&#0*58;|&#x0*3a;|&colon;/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed.
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f]/g;

/** Removes the control characters that no text of a document may hold. */
export function stripControls(text: string): string {
  return text.replace(CONTROLS, '');
}

/**
 * Takes schemes that are not allowed off an address: `javascript:alert(1)` becomes `alert(1)`.
 * An address that hides too many of them behind each other becomes empty.
 */
export function stripBadProtocols(address: string): string {
  let current = stripControls(address);
  for (let round = 0; round < MAX_SCHEMES; round++) {
    const next = stripOnce(current);
    if (next === current) return current;
    current = next;
  }
  return '';
}

function stripOnce(address: string): string {
  const text = address.replace(UNFINISHED_COLON, '$1;');
  const colon = COLON.exec(text);
  if (!colon) return text;
  const before = text.slice(0, colon.index);
  if (before.includes('/?')) return text;
  const scheme = stripControls(decodeNumericEntities(before).replace(/\s/g, '')).toLowerCase();
  const rest = text.slice(colon.index + colon[0].length).trim();
  return ALLOWED_PROTOCOLS.has(scheme) ? `${scheme}:${rest}` : rest;
}
