import { type BlockType, parseBlocks, type Renderer, renderOnce } from '../content-rendering/index.ts';
import type { BlockPattern } from './pattern.ts';

/** The blocks of a pattern, wherever a content names it. `find` finds patterns of plugins and of the theme. */
export const patternBlock = (
  renderer: Renderer,
  find: (name: string) => Promise<BlockPattern | undefined>,
): BlockType => ({
  name: 'core/pattern',
  title: 'Pattern',
  category: 'theme',
  attributes: { slug: { type: 'string' } },
  supports: { html: false, inserter: false },
  async render({ slug }, _content, { availableContext }, context) {
    const pattern = typeof slug === 'string' ? await find(slug) : undefined;
    if (pattern === undefined) return '';
    return renderOnce(context, `pattern ${pattern.name}`, () =>
      renderer.blocks(parseBlocks(pattern.content), context, availableContext),
    );
  },
});
