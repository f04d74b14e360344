import type { ArgumentSchema } from '../../core/index.ts';
import { cleanUrl, escapeAttribute } from '../../core/text/index.ts';

const TEXT: ArgumentSchema = { type: 'string' };

/** The attributes of an item of a menu, with a menu of its own or without. */
export const ITEM_ATTRIBUTES = {
  label: TEXT,
  type: TEXT,
  description: TEXT,
  rel: TEXT,
  id: { type: 'number' },
  opensInNewTab: { type: 'boolean', default: false },
  url: TEXT,
  title: TEXT,
  kind: TEXT,
} as const satisfies Readonly<Record<string, ArgumentSchema>>;

/**
 * The attributes of the link of an item, escaped, with a blank before each. `target` is written as it is given where the
 * item opens a new tab.
 */
export function linkAttributes(
  { url, opensInNewTab, rel, title }: Readonly<Record<string, unknown>>,
  target = ' target="_blank"',
): string {
  return [
    url === undefined ? '' : ` href="${cleanUrl(String(url))}"`,
    opensInNewTab ? target : '',
    rel ? ` rel="${escapeAttribute(String(rel))}"` : '',
    title ? ` title="${escapeAttribute(String(title))}"` : '',
  ].join('');
}
