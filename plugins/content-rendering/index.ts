import { definePlugin } from '../../core/index.ts';
import { BlockTypes, createBlockTypes } from './block-types.ts';
import { hasBlocks, type ParsedBlock, parseBlocks } from './blocks.ts';
import type { RenderContext, RenderedPost } from './context.ts';
import { excerptBlocks, teaser, trimWords } from './excerpt.ts';
import { renderingHooks } from './hooks.ts';
import { renderBlocks } from './render-blocks.ts';
import { createRenderer, Renderer } from './renderer.ts';
import { createShortcodes, Shortcodes } from './shortcodes.ts';
import { renderStages } from './stages.ts';

export { blockDelimiters, serializeAttributes } from './block-delimiters.ts';
export { type BlockType, BlockTypes } from './block-types.ts';
export { hasBlocks, type ParsedBlock, parseBlocks } from './blocks.ts';
export type { RenderContext, RenderedPost } from './context.ts';
export { EXCERPT_MORE, EXCERPT_WORDS, trimWords } from './excerpt.ts';
export { Renderer } from './renderer.ts';
export type { ShortcodeAttributes } from './shortcode-syntax.ts';
export { type ShortcodeHandler, Shortcodes } from './shortcodes.ts';
export { renderStages } from './stages.ts';

export default definePlugin({
  name: 'content-rendering',
  version: '0.1.0',
  description: 'Renders blocks and shortcodes, and makes excerpts.',
  hooks: renderingHooks,
  setup(host) {
    const { hooks, log } = host;
    const types = createBlockTypes();
    const shortcodes = createShortcodes((tag, err) => log.error({ tag, err }, `shortcode "${tag}" failed`));
    host.provide(BlockTypes, types);
    host.provide(Shortcodes, shortcodes);

    const renderAll = (blocks: ParsedBlock[], context: RenderContext) =>
      renderBlocks(blocks, {
        types,
        context,
        filter: (markup, block) => hooks.filter('render_block').promise(markup, block),
        report: ({ blockName }, err) => log.error({ block: blockName, err }, `block "${blockName}" failed`),
      });
    host.provide(Renderer, createRenderer(host, renderAll));

    hooks.filter('the_content').tap({ name: 'blocks', stage: renderStages.blocks }, (content, context) => {
      return hasBlocks(content) ? renderAll(parseBlocks(content), context) : content;
    });
    for (const hook of [hooks.filter('the_content'), hooks.filter('the_excerpt')]) {
      hook.tap({ name: 'lone-shortcodes', stage: renderStages.loneShortcodes }, (text) => shortcodes.unautop(text));
    }
    hooks.filter('the_content').tap({ name: 'shortcodes', stage: renderStages.shortcodes }, (content, context) => {
      return shortcodes.render(content, context);
    });
    hooks.filter('get_the_excerpt').tap({ name: 'trimmed-content', stage: 0 }, async (excerpt, post) => {
      return excerpt.trim() === '' ? trimWords(await excerptSource(post)) : excerpt;
    });

    async function excerptSource(post: RenderedPost): Promise<string> {
      const text = shortcodes.strip(teaser(post.content));
      const source = await renderAll(excerptBlocks(parseBlocks(text)), { source: text, post });
      return hooks.filter('the_content').promise(source, { source, post });
    }
  },
});
