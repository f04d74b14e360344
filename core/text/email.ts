import { trimAscii } from './trim.ts';

const SHORTEST = 6;
const LOCAL_PART = /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
const NOT_LOCAL_PART = /[^a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]/g;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
const NOT_LABEL = /[^a-z0-9-]/gi;
const DOTS = /\.{2,}/g;
const BLANKS_AND = ' \t\n\r\0\v';

/**
 * Tells whether a text is an email address: six characters at least, a local part of ASCII letters, digits and
 * punctuation, and a domain of two labels or more. Dots may stand anywhere in the local part.
 */
export function isEmail(text: string): boolean {
  const at = splitAddress(text);
  if (at === undefined) return false;
  const [local, domain] = at;
  const labels = domain.split('.');
  return LOCAL_PART.test(local) && labels.length > 1 && labels.every((label) => LABEL.test(label));
}

/** Removes from an email address what can't be in one; `''` when no address is left. */
export function sanitizeEmail(text: string): string {
  const at = splitAddress(text);
  if (at === undefined) return '';
  const local = at[0].replace(NOT_LOCAL_PART, '');
  const domain = trimAscii(at[1].replace(DOTS, ''), `${BLANKS_AND}.`);
  const labels = domain
    .split('.')
    .map((label) => trimAscii(label, `${BLANKS_AND}-`).replace(NOT_LABEL, ''))
    .filter((label) => label !== '');
  return local === '' || labels.length < 2 ? '' : `${local}@${labels.join('.')}`;
}

/** Splits at the first `@` that has a character before it. */
function splitAddress(text: string): [local: string, domain: string] | undefined {
  const at = text.indexOf('@', 1);
  return text.length < SHORTEST || at === -1 || text.startsWith('@')
    ? undefined
    : [text.slice(0, at), text.slice(at + 1)];
}
