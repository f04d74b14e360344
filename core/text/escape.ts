import { NAMED_ENTITIES } from './entities.ts';

const REPLACEMENTS: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };
const SPECIAL = /[<>"']|&(?:(\w{2,10});|#(\d{1,10});|#[xX]([0-9a-fA-F]{1,10});)?/g;
const HIGHEST_CHARACTER = 0x10ffff;

/** Escapes text for HTML. Entities that are already there stay: `&amp;` is not escaped again. */
export function escapeHtml(text: string): string {
  return text.replace(SPECIAL, (found: string, name?: string, decimal?: string, hex?: string) => {
    const simple = REPLACEMENTS[found];
    if (simple !== undefined) return simple;
    if (name !== undefined && NAMED_ENTITIES.has(name)) return found;
    if (decimal !== undefined && isCharacter(Number(decimal))) return `&#${String(Number(decimal)).padStart(3, '0')};`;
    if (hex !== undefined && isCharacter(Number.parseInt(hex, 16))) return `&#x${hex.replace(/^0+/, '')};`;
    return `&amp;${found.slice(1)}`;
  });
}

/** Escapes text for an HTML attribute between quotes; the same characters as for HTML. */
export { escapeHtml as escapeAttribute };

/** Tells whether a number is a character that may stand in a document. */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code <= 0xd7ff || (code >= 0xe000 && code <= HIGHEST_CHARACTER && code !== 0xfffe && code !== 0xffff);
}
