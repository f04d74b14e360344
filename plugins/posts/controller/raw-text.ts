import { toText } from '../../../core/schema/index.ts';

/**
 * A text that a request gives as text, or as an object with a text, a number or a boolean under `raw`; undefined for any
 * other value.
 */
export function rawText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const raw = typeof value === 'object' && value !== null && 'raw' in value ? value.raw : undefined;
  return typeof raw === 'object' || raw === undefined ? undefined : toText(raw);
}
