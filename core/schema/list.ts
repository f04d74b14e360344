import { toText } from './text.ts';

/**
 * Reads a list. Lists stay as they are; anything else is split as text at its commas, trimmed, without the empty
 * parts (`"a, b,"` is `["a", "b"]`, 5 is `["5"]`, false is `[]`). Maps give their values.
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

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
