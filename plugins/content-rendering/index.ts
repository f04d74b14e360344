import { definePlugin, type MaybePromise, ownerOf, Reading, whenReady } from '../../core/index.ts';
import { BlockTypes, createBlockTypes } from './block-types.ts';
import { hasBlocks, type ParsedBlock, parseBlocks } from './blocks.ts';
import type { RenderContext } from './context.ts';
import { excerptBlocks, teaser, trimWords } from './excerpt.ts';
import { renderingHooks } from './hooks.ts';
import { renderBlocks } from './render-blocks.ts';
import { HookRenderer, Renderer } from './renderer.ts';
import { findShortcodes } from './shortcode-syntax.ts';
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
  cacheable: true,
  hooks: renderingHooks,
  setup(host) {
    const { hooks, log } = host;
    const types = createBlockTypes(() => renderer.forget());
    /** Whoever registered what makes a part of an answer is heard in it. */
    const heard = (registered: object) => hooks.heard(ownerOf(registered));
    const failed = (details: object, message: string) => {
      Reading.spoilAll(message);
      log.error(details, message);
    };
    const shortcodes = createShortcodes(
      (tag, err) => failed({ tag, err }, `shortcode "${tag}" failed`),
      () => renderer.forget(),
      heard,
    );
    const renderAll = (blocks: ParsedBlock[], context: RenderContext) =>
      renderBlocks(blocks, {
        types,
        context,
        filter: (markup, block) => hooks.filter('render_block').run(markup, block),
        heard,
        report: ({ blockName }, err) => failed({ block: blockName, err }, `block "${blockName}" failed`),
      });
    const renderer = new HookRenderer(host, renderAll);
    host.provide(BlockTypes, types);
    host.provide(Shortcodes, shortcodes);
    host.provide(Renderer, renderer);

    hooks.filter('the_content').tap({ name: 'blocks', stage: renderStages.blocks, pure: true }, (content, context) => {
      return hasBlocks(content) ? renderAll(parseBlocks(content), context) : content;
    });
    for (const hook of [hooks.filter('the_content'), hooks.filter('the_excerpt')]) {
      hook.tap({ name: 'lone-shortcodes', stage: renderStages.loneShortcodes, pure: true }, (text) =>
        shortcodes.unautop(text),
      );
    }
    hooks
      .filter('the_content')
      .tap({ name: 'shortcodes', stage: renderStages.shortcodes, pure: true }, (content, context) =>
        hasShortcodes(content) ? shortcodes.render(content, context) : content,
      );
    hooks
      .filter('get_the_excerpt')
      .tap({ name: 'trimmed-content', stage: 0, pure: true }, (excerpt, post) =>
        excerpt.trim() === '' ? renderer.trimmed(post, trimmedContent) : excerpt,
      );

    const hasShortcodes = (text: string) => findShortcodes(text, shortcodes.has).next().done !== true;

    function trimmedContent(context: RenderContext): MaybePromise<string> {
      const text = shortcodes.strip(teaser(context.source));
      const part: RenderContext = { source: text, post: context.post };
      return whenReady(renderAll(excerptBlocks(parseBlocks(text)), part), (blocks) => {
        const whole: RenderContext = { source: blocks, post: context.post };
        return whenReady(hooks.filter('the_content').run(blocks, whole), (markup) => {
          context.isDynamic = part.isDynamic || whole.isDynamic;
          return trimWords(markup);
        });
      });
    }
  },
});
