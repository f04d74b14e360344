import { isMap, member } from '../../core/base/index.ts';
import type { Brand } from '../../core/index.ts';
import { slugify } from '../../core/text/index.ts';
import type { BlockType, ParsedBlock } from '../content-rendering/index.ts';
import type { BlockStyles } from './block-styles.ts';
import { isSerialized } from './features.ts';
import { type Layout, layoutRules } from './layout-rules.ts';
import { withClass } from './with-class.ts';

/** The classes of the ways to arrange blocks; another way has none. */
const CLASSES: Readonly<Record<string, string>> = {
  default: 'is-layout-flow',
  constrained: 'is-layout-constrained',
  flex: 'is-layout-flex',
  grid: 'is-layout-grid',
};

const word = (value: unknown): string => (typeof value === 'string' ? slugify(value) : '');

/** Marks a block that arranges others by the classes of its layout, and by one whose rules are its own. */
export function withLayout(
  markup: string,
  { attrs }: ParsedBlock,
  { supports = {} }: Pick<BlockType, 'supports'>,
  { brand, styles }: { readonly brand: Brand; readonly styles: BlockStyles },
): string {
  const supported = supports.layout ?? supports.__experimentalLayout;
  if (supported !== true && !isMap(supported)) return markup;
  const given: Layout = isMap(attrs.layout) ? attrs.layout : {};
  const layout = isMap(attrs.layout) ? typed(given) : typed(member(supported, 'default'));
  const [orientation, justified] = [word(given.orientation), word(given.justifyContent)];
  const type = typeof layout.type === 'string' ? layout.type : '';
  const names = [
    orientation && `is-${orientation}`,
    justified && `is-content-justification-${justified}`,
    given.flexWrap === 'nowrap' ? 'is-nowrap' : '',
    Object.hasOwn(CLASSES, type) ? CLASSES[type]! : '',
  ];
  const style = isSerialized(supports, 'spacing', 'blockGap') ? attrs.style : undefined;
  const rules = (selector: string) => layoutRules(layout, style, selector);
  if (rules('&') !== '') names.push(styles.add(brand.prefixed('container'), rules, true));
  return withClass(markup, names.filter((name) => name !== '').join(' '));
}

/** A layout with its type: one that inherits widths, or has one, is as wide as text. */
function typed(layout: unknown): Layout {
  if (!isMap(layout)) return { type: 'default' };
  return layout.inherit || layout.contentSize ? { ...layout, type: 'constrained' } : { type: 'default', ...layout };
}
