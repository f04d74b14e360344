import { blockDelimiters, serializeAttributes } from '../content-rendering/index.ts';

/** Attributes nested deeper than this are not cleaned but dropped. */
const MAX_DEPTH = 100;

/**
 * Cleans the attributes in the delimiters of blocks: every text in them, and every key, goes through `clean`.
 * Everything else of the text stays as it is.
 */
export function cleanBlockAttributes(text: string, clean: (value: string) => string): string {
  let cleaned = '';
  let at = 0;
  for (const { attributes, json } of blockDelimiters(text)) {
    const [start, end] = json;
    if (start === end || attributes === null) continue;
    cleaned += text.slice(at, start) + serializeAttributes(cleanObject(attributes, clean, 1));
    at = end;
  }
  return cleaned + text.slice(at);
}

function cleanObject(object: object, clean: (value: string) => string, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [clean(key), cleanValue(value, clean, depth)]),
  );
}

function cleanValue(value: unknown, clean: (value: string) => string, depth: number): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, clean, depth + 1));
  return cleanObject(value, clean, depth + 1);
}
