import { toText } from '../../core/schema/index.ts';
import { sanitizeTextField, slugify } from '../../core/text/index.ts';

/** Makes a value of settings harmless. */
export type Cleaner = (value: unknown) => unknown;

export const cleanText: Cleaner = (value) => sanitizeTextField(toText(value));

export const cleanSlug: Cleaner = (value) => slugify(toText(value));

/** The names of families as CSS has them: quoted, except for plain words. */
export const cleanFontFamily: Cleaner = (value) =>
  sanitizeTextField(toText(value))
    .split(',')
    .map((name) => name.replace(/["'\\{};<>]/g, '').trim())
    .filter((name) => name !== '')
    .map((name) => (/^[a-z-]+$/i.test(name) ? name : `"${name}"`))
    .join(', ');

/** The address of a file on the web; undefined for any other text. */
export function webAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
}

export const cleanAddress: Cleaner = (value) => webAddress(toText(value)) ?? '';

/** Addresses are cleaned, references to files of the form are left as they are. */
export const cleanSource: Cleaner = (value) =>
  Array.isArray(value) ? value.map(cleanOneSource) : cleanOneSource(value);

function cleanOneSource(value: unknown): string {
  const source = toText(value).trimStart();
  return webAddress(source) ?? source;
}
