import { NAMED_ENTITIES } from '../../core/text/index.ts';

const AMPERSAND = /&(?:([A-Za-z]{2,8}[0-9]{0,2});|#(0*[0-9]{1,7});|#[Xx](0*[0-9A-Fa-f]{1,6});)?/g;

/**
 * Makes every `&` that does not begin a known, well-formed character reference into `&amp;`. Names beyond those of
 * HTML 4 are read as text, for a browser may know them as characters that were not checked here.
 */
export function normalizeEntities(text: string): string {
  return text.replace(AMPERSAND, (match, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined && NAMED_ENTITIES.has(name)) return match;
    if (decimal !== undefined && isText(Number.parseInt(decimal, 10))) {
      return `&#${decimal.replace(/^0+/, '').padStart(3, '0')};`;
    }
    if (hex !== undefined && isText(Number.parseInt(hex, 16))) return `&#x${hex.replace(/^0+/, '')};`;
    return `&amp;${match.slice(1)}`;
  });
}

/** Resolves the numeric character references of a text; references to no character of text stay. */
export function decodeNumericEntities(text: string): string {
  return text.replace(/&#(?:([0-9]+)|[Xx]([0-9A-Fa-f]+));/g, (match, decimal?: string, hex?: string) => {
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10);
    return isText(point) ? String.fromCodePoint(point) : match;
  });
}

/** Whether a code point is a character that XML text may hold. */
function isText(point: number): boolean {
  return (
    point === 0x9 ||
    point === 0xa ||
    point === 0xd ||
    (point >= 0x20 && point <= 0xd7ff) ||
    (point >= 0xe000 && point <= 0xfffd) ||
    (point >= 0x10000 && point <= 0x10ffff)
  );
}
