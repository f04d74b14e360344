import { toText } from './text.ts';

/**
 * Reads a list. Lists stay as they are; anything else is split as text at its commas and blanks, without the empty
 * parts (`"a, b c,"` is `["a", "b", "c"]`, 5 is `["5"]`, false is `[]`). Maps give their values.
 */
export function parseList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'object' && value !== null) return Object.values(value);
  return splitList(toText(value));
}

/** Casts to a list without splitting: `"a,b"` is `["a,b"]`. What is not text goes the way of {@link parseList}. */
export function castList(value: unknown): readonly unknown[] {
  return typeof value === 'string' ? [value] : parseList(value);
}

/** Blanks of ASCII alone separate: any other, such as one that does not break, is text. */
const splitList = (text: string): string[] => text.split(/[\t-\r ,]+/).filter((part) => part !== '');
