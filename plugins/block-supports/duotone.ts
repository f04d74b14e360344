import { member } from '../../core/base/index.ts';
import type { Brand } from '../../core/index.ts';
import type { BlockType, ParsedBlock } from '../content-rendering/index.ts';
import type { BlockStyles } from './block-styles.ts';
import { withClass } from './with-class.ts';

const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** The most colours of a filter. */
const MOST = 10;

/** How bright a colour is, for each of the three parts of a colour that is to be replaced. */
const BRIGHTNESS = '.299 .587 .114 0 0 .299 .587 .114 0 0 .299 .587 .114 0 0 0 0 0 1 0';

/** The selectors of what a block shows in two colours; none for a block that does not. */
function selectorsOf({ supports = {}, selectors }: Pick<BlockType, 'selectors' | 'supports'>): string[] {
  const own = member(selectors, 'filter', 'duotone');
  const found = member(supports, 'filter', 'duotone') ? own : member(supports, 'color', '__experimentalDuotone');
  return typeof found === 'string' ? found.split(',').map((one) => one.trim()) : [];
}

/** The parts of a colour from 0 to 1, of one that is written with three, four, six or eight digits. */
function partsOf(color: string): number[] {
  const digits = color.slice(1);
  const size = digits.length < 6 ? 1 : 2;
  return [0, 1, 2, 3].map((part) => {
    const found = digits.slice(part * size, (part + 1) * size) || 'ff';
    return Number((Number.parseInt(size === 1 && found.length === 1 ? found + found : found, 16) / 255).toFixed(4));
  });
}

/** Marks a block whose pictures are shown in the colours that it chose, from dark to light, by a class with a filter. */
export function withDuotone(
  markup: string,
  { attrs }: ParsedBlock,
  type: Pick<BlockType, 'selectors' | 'supports'>,
  { brand, styles }: { readonly brand: Brand; readonly styles: BlockStyles },
): string {
  const selectors = selectorsOf(type);
  const colors = member(attrs, 'style', 'color', 'duotone');
  if (selectors.length === 0 || !Array.isArray(colors) || colors.length < 2 || colors.length > MOST) return markup;
  if (!colors.every((color): color is string => typeof color === 'string' && HEX.test(color))) return markup;
  const slug = colors.map((color) => color.slice(1).toLowerCase()).join('-');
  const all = selectors.flatMap((one) => [...new Set([one, one.replaceAll(`.${brand.name}-block-`, '.wp-block-')])]);
  const name = styles.add(
    brand.prefixed(`duotone-${slug}`),
    (selector) =>
      `${all.map((one) => `${selector} ${one}`).join(',')}{filter:url(#${selector.replace(/^\./, '')})!important}`,
    true,
    (id) => filterOf(id, colors.map(partsOf)),
  );
  return withClass(markup, name);
}

/** The filter that replaces colours, by how bright they are. */
function filterOf(id: string, colors: readonly (readonly number[])[]): string {
  const table = (part: number) => `type="table" tableValues="${colors.map((color) => color[part]).join(' ')}"`;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" focusable="false" ' +
    `style="position:absolute;visibility:hidden"><defs><filter id="${id}">` +
    `<feColorMatrix color-interpolation-filters="sRGB" type="matrix" values="${BRIGHTNESS}"/>` +
    `<feComponentTransfer color-interpolation-filters="sRGB"><feFuncR ${table(0)}/><feFuncG ${table(1)}/>` +
    `<feFuncB ${table(2)}/><feFuncA ${table(3)}/></feComponentTransfer>` +
    '<feComposite in2="SourceGraphic" operator="in"/></filter></defs></svg>\n'
  );
}
