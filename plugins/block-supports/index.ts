import { definePlugin } from '../../core/index.ts';
import { BlockTypes, Renderer } from '../content-rendering/index.ts';
import { Themes } from '../themes/index.ts';
import { BlockStyles, createBlockStyles } from './block-styles.ts';
import { withInnerContainer, withOuterContainer } from './containers.ts';
import { withDuotone } from './duotone.ts';
import { withElements } from './elements.ts';
import { withLayout } from './layout.ts';
import { withPageStyles } from './page-styles.ts';

export { attributesOfSupports } from './attributes.ts';
export { BlockStyles, type PageStyles } from './block-styles.ts';
export { withAttributesOfSupports } from './block-type.ts';
export { blockClass, generatedClass, kebabCase, textAlignClass } from './class-names.ts';
export { gapOf } from './layout-rules.ts';
export { type AttributeValues, attrs, headingElement } from './markup.ts';
export { paginateLinks, paginationArrow } from './paginate-links.ts';
export { COLOR, color, SPACING, typography } from './settings.ts';
export { type ElementStyle, elementStyle, safeDeclaration } from './style-engine.ts';
export { withClass } from './with-class.ts';
export { groupStyle, type OwnAttributes, wrapperAttributes } from './wrapper.ts';

/** How many different styles of blocks are kept. */
const MOST_STYLES = 20_000;

/** What blocks get because of what their types say that they support. */
export default definePlugin({
  name: 'block-supports',
  version: '0.1.0',
  description: 'Gives blocks the attributes, classes and styles that follow from what they support.',
  group: 'editor',
  cacheable: true,
  requires: { 'content-rendering': '^0.1.0', formatting: '^0.1.0' },
  after: ['themes'],
  capabilities: ['content:read', 'options:read', 'pages'],
  setup({ hooks, brand, use, find, provide }) {
    const [types, renderer, themes] = [use(BlockTypes), use(Renderer), find(Themes)];
    const styles = createBlockStyles(MOST_STYLES, () => renderer.clear?.());
    provide(BlockStyles, styles);

    const render = hooks.filter('render_block');
    for (const [name, add] of [
      ['duotone', withDuotone],
      ['elements', withElements],
      ['layout', withLayout],
    ] as const) {
      render.tap({ name, pure: true }, (markup, block) => {
        const type = block.blockName === null ? undefined : types.get(block.blockName);
        return type === undefined ? markup : add(markup, block, type, { brand, styles });
      });
    }
    for (const [name, block, add] of [
      ['group-inner-container', 'core/group', withInnerContainer],
      ['image-outer-container', 'core/image', withOuterContainer],
    ] as const) {
      render.tap({ name, pure: true }, (markup, parsed) =>
        parsed.blockName === block && !hasThemeJson(themes) ? add(markup, parsed, brand.name) : markup,
      );
    }
    hooks.filter('page_served').tap('block-supports', (served) => withPageStyles(served, styles));
  },
});

/** Whether the active theme has a `theme.json`; one that has brings its own rules for containers. */
const hasThemeJson = (themes: Themes | undefined): boolean =>
  themes !== undefined && Object.keys(themes.active().json).length > 0;
