import { member } from '../../core/base/index.ts';
import type { Brand } from '../../core/index.ts';
import type { BlockType, ParsedBlock } from '../content-rendering/index.ts';
import type { BlockStyles } from './block-styles.ts';
import { featureOf, isSerialized } from './features.ts';
import { safeDeclaration } from './style-engine.ts';
import { withClass } from './with-class.ts';

/** Marks a block by a class whose rules give the links in it the colours that it chose for them. */
export function withElements(
  markup: string,
  { attrs }: ParsedBlock,
  { supports = {} }: Pick<BlockType, 'supports'>,
  { brand, styles }: { readonly brand: Brand; readonly styles: BlockStyles },
): string {
  // Most blocks choose none, and what a block supports takes longer to tell.
  if (member(attrs, 'style', 'elements', 'link') === undefined) return markup;
  if (!featureOf(supports, 'color')?.('link') || !isSerialized(supports, 'color', 'link')) return markup;
  const color = (...path: string[]) =>
    safeDeclaration('color', member(attrs, 'style', 'elements', 'link', ...path, 'color', 'text'));
  const [normal, hover] = [color(), color(':hover')];
  if (normal === '' && hover === '') return markup;
  const links = `a:where(:not(.wp-element-button, .${brand.prefixed('element-button')}))`;
  const name = styles.add(
    brand.prefixed('elements'),
    (selector) => (normal && `${selector} ${links}{${normal}}`) + (hover && `${selector} ${links}:hover{${hover}}`),
  );
  return withClass(markup, name);
}
