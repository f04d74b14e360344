import { boolean, defaulted, integer, min, object } from 'superstruct';
import { CacheRecorder } from '../../core/cache/index.ts';
import { ownerOf } from '../../core/hooks/index.ts';
import { definePlugin } from '../../core/index.ts';
import type { BlockContext } from './block-instance.ts';
import { BlockTypes, createBlockTypes } from './block-types.ts';
import { hasBlocks, type ParsedBlock, parseBlocks } from './blocks.ts';
import { noteRequest, type RenderContext, requestOf } from './context.ts';
import { type ExcerptLength, excerptBlocks, teaser, trimWords } from './excerpt.ts';
import { renderingHooks } from './hooks.ts';
import { renderBlocks } from './render-blocks.ts';
import { HookRenderer, Renderer } from './renderer.ts';
import { findShortcodes } from './shortcode-syntax.ts';
import { createShortcodes, Shortcodes } from './shortcodes.ts';
import { renderStages } from './stages.ts';

export { contextWithin } from './block-context.ts';
export { blockDelimiters, serializeAttributes } from './block-delimiters.ts';
export type { BlockContext, BlockInstance } from './block-instance.ts';
export { type BlockType, BlockTypes, scriptsOf } from './block-types.ts';
export { hasBlocks, type ParsedBlock, parseBlocks } from './blocks.ts';
export {
  isHtml5,
  noteHtml5,
  noteShownPage,
  type RenderContext,
  type RenderedPost,
  requestOf,
  shownPage,
} from './context.ts';
export { EXCERPT_LENGTH, EXCERPT_MORE, EXCERPT_WORDS, type ExcerptLength, trimWords } from './excerpt.ts';
export { mayRepeat, renderOnce } from './limits.ts';
export { addressOfPage, type LinkPagesArguments, linkPages, type PageAddresses } from './link-pages.ts';
export { moreLink } from './more-link.ts';
export { hasMarks, pagesOf, splitPages, textOfPage } from './pages.ts';
export { Renderer, type RenderOptions } from './renderer.ts';
export type { ShortcodeAttributes } from './shortcode-syntax.ts';
export { type ShortcodeHandler, Shortcodes } from './shortcodes.ts';
export { renderStages } from './stages.ts';
export { uniqueId } from './unique-id.ts';

export default definePlugin({
  name: 'content-rendering',
  version: '0.1.0',
  description: 'Renders blocks and shortcodes, and makes excerpts.',
  group: 'content',
  cacheable: true,
  capabilities: ['content:read'],
  options: object({
    /** Whether rendered texts are cached. */
    cache_texts: defaulted(boolean(), true),
    /** How many dynamic blocks and shortcodes of one text are rendered; others stay as they are written. */
    dynamic_parts: defaulted(min(integer(), 0), 100),
  }),
  hooks: renderingHooks,
  setup(host, { cache_texts, dynamic_parts }) {
    const { hooks, log } = host;
    const types = createBlockTypes(() => renderer.clear());
    /** The plugin of a block or shortcode that renders a part of an answer takes part in that answer. */
    const noteOwner = (registered: object) => hooks.noteParticipant(ownerOf(registered));
    const failed = (details: object, message: string) => {
      CacheRecorder.markAllUncacheable(message);
      log.error(details, message);
    };
    const shortcodes = createShortcodes(
      (tag, err) => failed({ tag, err }, `shortcode "${tag}" failed`),
      () => renderer.clear(),
      noteOwner,
      dynamic_parts,
    );
    const renderBlock = hooks.filter('render_block');
    const renderAll = (blocks: ParsedBlock[], context: RenderContext, blockContext?: BlockContext) =>
      renderBlocks(blocks, {
        types,
        context,
        blockContext,
        mostDynamic: dynamic_parts,
        filter: (markup, block) => renderBlock.run(markup, block),
        onRender: noteOwner,
        report: ({ blockName }, err) => failed({ block: blockName, err }, `block "${blockName}" failed`),
      });
    const renderer = new HookRenderer(host, renderAll, cache_texts);
    host.provide(BlockTypes, types);
    host.provide(Shortcodes, shortcodes);
    host.provide(Renderer, renderer);

    hooks
      .filter('the_content')
      .tapPromise({ name: 'blocks', stage: renderStages.blocks, pure: true }, (content, context) =>
        hasBlocks(content) ? renderAll(parseBlocks(content), context) : content,
      );
    for (const hook of [hooks.filter('the_content'), hooks.filter('the_excerpt')]) {
      hook.tap({ name: 'lone-shortcodes', stage: renderStages.loneShortcodes, pure: true }, (text) =>
        shortcodes.unautop(text),
      );
    }
    hooks
      .filter('the_content')
      .tapPromise({ name: 'shortcodes', stage: renderStages.shortcodes, pure: true }, (content, context) =>
        hasShortcodes(content) ? shortcodes.render(content, context) : content,
      );
    hooks
      .filter('get_the_excerpt')
      .tapPromise({ name: 'trimmed-content', stage: 0, pure: true }, (excerpt, post, length) =>
        excerpt.trim() === '' ? renderer.trimmed(post, length, (context) => trimmedContent(context, length)) : excerpt,
      );

    const hasShortcodes = (text: string) => findShortcodes(text, shortcodes.has).next().done !== true;

    async function trimmedContent(context: RenderContext, { words, more }: ExcerptLength): Promise<string> {
      const text = shortcodes.strip(teaser(context.source));
      const part: RenderContext = { source: text, post: context.post, isExcerpt: true };
      noteRequest(part, requestOf(context));
      const blocks = await renderAll(excerptBlocks(parseBlocks(text)), part);
      const whole: RenderContext = { source: blocks, post: context.post, isExcerpt: true };
      noteRequest(whole, requestOf(context));
      const markup = await hooks.filter('the_content').run(blocks, whole);
      context.isDynamic = part.isDynamic || whole.isDynamic;
      return trimWords(markup, words, more);
    }
  },
});
