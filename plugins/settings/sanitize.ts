import { toInteger } from '../../core/schema/index.ts';
import { isZoneName } from '../../core/site/index.ts';
import { cleanUrl, escapeHtml, isEmail, sanitizeEmail, stripTags } from '../../core/text/index.ts';

/** Makes text safe to be shown as it is stored: titles and the like are not escaped again. */
export const escapedText = (value: unknown): string => escapeHtml(String(value));

/** Cleans a pattern of dates or times, which is one line of plain text. */
export const plainText = (value: unknown): string => stripTags(String(value)).trim();

/** A whole number without its sign. */
export const unsignedInteger = (value: unknown): number => Math.abs(toInteger(value));

/** How many items a page holds: at least one, or -1 for all. */
export function pageSize(value: unknown): number {
  const size = toInteger(value) || 1;
  return size < -1 ? -size : size;
}

/** A web address; for any other text the stored address stays. */
export function webAddress(value: unknown, stored: unknown): unknown {
  const url = cleanUrl(String(value));
  return /^https?:\/\/./i.test(url) ? url : stored;
}

/** An email address; for any other text the stored address stays. */
export function emailAddress(value: unknown, stored: unknown): unknown {
  const email = sanitizeEmail(String(value));
  return isEmail(email) ? email : stored;
}

/** The name of a time zone. An unknown name becomes empty, and then the offset of the site applies. */
export function zoneName(value: unknown): string {
  const zone = String(value);
  // Some platforms accept offsets as names of zones, which other programs that read the option do not.
  return /^[a-z]/i.test(zone) && isZoneName(zone) ? zone : '';
}

/** The language of the site. There are no translations, so that only the language of the source can be chosen. */
export const language = (value: unknown, stored: unknown): unknown => (value === '' ? '' : stored);
