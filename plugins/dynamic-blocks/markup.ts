import { escapeAttribute } from '../../core/text/index.ts';

/** A block's attributes, checked by its schemas. */
export type Attributes = Readonly<Record<string, unknown>>;

/** Writes attributes of an element, escaped, with a blank before each. Undefined and false leave one out. */
export function attrs(values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeAttribute(String(value))}"`))
    .join('');
}

/** The classes of a block's outermost element: its own, then what the block's attributes say. */
export function classes(attributes: Attributes, ...own: readonly (string | false)[]): string {
  const { align, className } = attributes;
  const given = [align ? `align${align}` : false, typeof className === 'string' && className.trim()];
  return [...own, ...given].filter(Boolean).join(' ');
}

/** A list that unfolds, for which no script is needed. `outer` are the attributes of its element. */
export const dropdown = (outer: string, label: string, items: readonly string[]): string =>
  `<details${outer}><summary>${label}</summary><ul>${items.join('')}</ul></details>`;
