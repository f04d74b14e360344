import { escapeAttribute } from '../../core/text/index.ts';

/** Attributes of an element: undefined and false leave one out, true writes it without a value. */
export type AttributeValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes attributes of an element, escaped, with a blank before each. */
export function attrs(values: AttributeValues): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeAttribute(String(value))}"`))
    .join('');
}

/** The element of a heading by its level: `h1` to `h6`, and `other` for what is no such level. */
export const headingElement = (level: unknown, other: string): string =>
  Number.isInteger(level) && Number(level) >= 1 && Number(level) <= 6 ? `h${level}` : other;
