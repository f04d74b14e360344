import { isMap, member } from '../../core/base/index.ts';
import { safeDeclaration } from './style-engine.ts';

/** How a block arranges those in it, as its attribute `layout` says. */
export type Layout = Readonly<Record<string, unknown>>;

const JUSTIFIED: Readonly<Record<string, string>> = { left: 'flex-start', center: 'center', right: 'flex-end' };
const ROW: Readonly<Record<string, string>> = { ...JUSTIFIED, 'space-between': 'space-between' };
const ALIGNED: Readonly<Record<string, string>> = {
  top: 'flex-start',
  center: 'center',
  bottom: 'flex-end',
  stretch: 'stretch',
  'space-between': 'space-between',
};

/** The children that are as wide as text. */
const TEXT = ':where(:not(.alignleft):not(.alignright):not(.alignfull))';

const chosen = (from: Readonly<Record<string, string>>, value: unknown): string =>
  typeof value === 'string' && Object.hasOwn(from, value) ? from[value]! : '';

/** A length that is safe; empty where there is none. */
function lengthOf(value: unknown): string {
  const declaration = safeDeclaration('width', value);
  return declaration === '' ? '' : declaration.slice('width:'.length, -1);
}

/** The room between blocks, down and across; undefined where none is chosen. */
export function gapOf(style: unknown): { readonly row: string; readonly column: string } | undefined {
  const gap = member(style, 'spacing', 'blockGap');
  const [row, column] = isMap(gap) ? [lengthOf(gap.top), lengthOf(gap.left)] : [lengthOf(gap), lengthOf(gap)];
  return row === '' && column === '' ? undefined : { row: row || '0.5em', column: column || '0.5em' };
}

/** The rules of a layout for the elements of a selector; empty where it differs in nothing from others of its type. */
export function layoutRules(layout: Layout, style: unknown, selector: string): string {
  const gap = gapOf(style);
  if (layout.type === 'flex') return flexRules(layout, gap, selector);
  if (layout.type === 'grid') return gridRules(layout, gap, selector);
  // The blocks in a group stand in an element of their own where the theme asks for it.
  const children = `:is(${selector},${selector}>[class*="-block-group__inner-container"])>`;
  const spaced =
    gap === undefined
      ? ''
      : `${children}*{margin-block-start:0;margin-block-end:0}${children}*+*{margin-block-start:${gap.row}}`;
  return spaced + (layout.type === 'constrained' ? widthRules(layout, children) : '');
}

function flexRules(layout: Layout, gap: ReturnType<typeof gapOf>, selector: string): string {
  const isColumn = layout.orientation === 'vertical';
  const justified = chosen(isColumn ? { ...JUSTIFIED, stretch: 'stretch' } : ROW, layout.justifyContent);
  const aligned = chosen(ALIGNED, layout.verticalAlignment);
  const declarations = [
    layout.flexWrap === 'nowrap' ? 'flex-wrap:nowrap' : '',
    gap === undefined ? '' : `gap:${gap.row} ${gap.column}`,
    isColumn ? 'flex-direction:column' : '',
    isColumn ? `align-items:${justified || 'flex-start'}` : justified && `justify-content:${justified}`,
    aligned && `${isColumn ? 'justify-content' : 'align-items'}:${aligned}`,
  ].filter((one) => one !== '');
  return declarations.length === 0 ? '' : `${selector}.is-layout-flex{${declarations.join(';')}}`;
}

function gridRules(layout: Layout, gap: ReturnType<typeof gapOf>, selector: string): string {
  const columns = Number(layout.columnCount);
  const least = lengthOf(layout.minimumColumnWidth);
  const columnsOf =
    Number.isInteger(columns) && columns > 0 && columns <= 100
      ? `repeat(${columns},minmax(0,1fr))`
      : `repeat(auto-fill,minmax(min(${least || '12rem'},100%),1fr))`;
  const room = gap === undefined ? '' : `;gap:${gap.row} ${gap.column}`;
  return `${selector}.is-layout-grid{grid-template-columns:${columnsOf}${room}}`;
}

/** The rules for blocks that are no wider than text, unless they are aligned. */
function widthRules(layout: Layout, children: string): string {
  const [content, wide] = [lengthOf(layout.contentSize), lengthOf(layout.wideSize)];
  const [start, end] = [layout.justifyContent === 'left', layout.justifyContent === 'right'].map((isAtEdge) =>
    isAtEdge ? '0' : 'auto',
  );
  const margins = `margin-left:${start}!important;margin-right:${end}!important`;
  if (content === '' && wide === '') return start === end ? '' : `${children}${TEXT}{${margins}}`;
  return (
    `${children}${TEXT}{max-width:${content || wide};${margins}}` +
    `${children}.alignwide{max-width:${wide || content}}${children}.alignfull{max-width:none}`
  );
}
