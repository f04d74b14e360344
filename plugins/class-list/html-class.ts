import { stripOctets } from '../../core/text/index.ts';

const NOT_CLASS = /[^A-Za-z0-9_-]/g;

/** Reduces a text to one HTML class of letters, digits, `_` and `-`; `fallback`, cleaned too, when none is left. */
export function sanitizeHtmlClass(text: string, fallback = ''): string {
  const cleaned = stripOctets(text).replace(NOT_CLASS, '');
  return cleaned === '' && fallback !== '' ? sanitizeHtmlClass(fallback) : cleaned;
}
