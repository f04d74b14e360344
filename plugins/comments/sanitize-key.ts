import { toText } from '../../core/schema/index.ts';

/** Cleans a status or a type: lower-case letters, digits, `_` and `-`. */
export const sanitizeKey = (value: unknown): string =>
  toText(value)
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, '');
