import { isPromise } from '../../core/base/index.ts';
import type { MaybePromise } from '../../core/index.ts';
import { contextOfText, contextWithin, instanceOf } from './block-context.ts';
import type { BlockContext } from './block-instance.ts';
import { type BlockType, type BlockTypes, preparedAttributes } from './block-types.ts';
import type { ParsedBlock } from './blocks.ts';
import type { RenderContext } from './context.ts';
import { atDepth, depthOf, mayRender } from './limits.ts';

/** What rendering needs beside the blocks. */
export interface BlockRendering {
  types: Pick<BlockTypes, 'get'>;
  context: RenderContext;
  /** What the blocks are told; that of the text's item when left out. */
  blockContext?: BlockContext | undefined;
  /** How many dynamic blocks and shortcodes a text may have; of more, the markup stands. */
  mostDynamic: number;
  /** Adjusts the markup of each block. */
  filter(markup: string, block: ParsedBlock): MaybePromise<string>;
  /** Called with the type of a dynamic block before it is rendered. */
  onRender(type: BlockType): void;
  /** Takes the failure of a dynamic block, whose own markup then stands. */
  report(block: ParsedBlock, error: unknown): void;
}

/** A block with its type, and what it is told. */
interface Placed {
  readonly block: ParsedBlock;
  readonly type: BlockType | undefined;
  readonly context: BlockContext;
  /** In how many others it stands, of any renderer. */
  readonly depth: number;
}

/** In how many others a block may stand. Deeper ones are left as they are written: each level copies all within it. */
const MOST_DEPTH = 100;

/** Renders blocks, inner ones before those that hold them, and joins their markup: at once if none has to be waited for. */
export function renderBlocks(blocks: readonly ParsedBlock[], rendering: BlockRendering): MaybePromise<string> {
  const rendered = new Map<ParsedBlock, string>();
  const waiting = innermostFirst(blocks, rendering).values();
  const joined = () => blocks.map((block) => rendered.get(block)).join('');
  for (const placed of waiting) {
    const markup = renderBlock(placed, rendered, rendering);
    if (isPromise(markup)) return later(placed.block, markup);
    rendered.set(placed.block, markup);
  }
  return joined();

  async function later(first: ParsedBlock, markup: Promise<string>): Promise<string> {
    rendered.set(first, await markup);
    for (const placed of waiting) rendered.set(placed.block, await renderBlock(placed, rendered, rendering));
    return joined();
  }
}

/**
 * All blocks that are rendered, in their order, each behind its inner blocks, but not those that another renders by
 * itself. Takes no stack, however deep blocks are nested.
 */
function innermostFirst(blocks: readonly ParsedBlock[], { types, context, blockContext }: BlockRendering): Placed[] {
  const place = (block: ParsedBlock, around: BlockContext, depth: number): Placed => {
    const type = block.blockName === null ? undefined : types.get(block.blockName);
    return { block, type, context: around, depth };
  };
  const outermost = blockContext ?? contextOfText(context);
  const waiting = blocks.map((block) => place(block, outermost, depthOf(context)));
  const order: Placed[] = [];
  for (let placed = waiting.pop(); placed; placed = waiting.pop()) {
    order.push(placed);
    const { block, type, depth } = placed;
    if (block.innerBlocks.length === 0 || type?.skipInnerBlocks || depth >= MOST_DEPTH) continue;
    const within = contextWithin(block, type, placed.context);
    for (const inner of block.innerBlocks) waiting.push(place(inner, within, depth + 1));
  }
  return order.reverse();
}

/** The markup of a block, with that of the blocks within it, which then is not needed any more. */
function markupOf(block: ParsedBlock, rendered: Map<ParsedBlock, string>): string {
  const inner = block.innerBlocks.values();
  const markup = block.innerContent.map((piece) => piece ?? rendered.get(inner.next().value!)).join('');
  for (const one of block.innerBlocks) rendered.delete(one);
  return markup;
}

/** The markup of a block and of those within it as it is written. Takes no stack. */
function writtenMarkup(block: ParsedBlock): string {
  const open = [{ pieces: block.innerContent.values(), inner: block.innerBlocks.values() }];
  const written: string[] = [];
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const { done, value } = last.pieces.next();
    if (done) open.pop();
    else if (value !== null) written.push(value);
    else {
      const { innerContent, innerBlocks } = last.inner.next().value!;
      open.push({ pieces: innerContent.values(), inner: innerBlocks.values() });
    }
  }
  return written.join('');
}

function renderBlock(
  { block, type, context: blockContext, depth }: Placed,
  rendered: Map<ParsedBlock, string>,
  { context, mostDynamic, filter, onRender, report }: BlockRendering,
): MaybePromise<string> {
  const isDeepest = depth >= MOST_DEPTH;
  const markup = type?.skipInnerBlocks ? '' : isDeepest ? writtenMarkup(block) : markupOf(block, rendered);
  if (!type?.render) return filter(markup, block);
  const attributes = preparedAttributes(type, block.attrs);
  if (!isPure(type, attributes) && !mayRender(context, mostDynamic, showsItem(type) ? block : undefined)) {
    return filter(markup, block);
  }
  return renderDynamic(type).then((made) => filter(made, block));

  async function renderDynamic(type: BlockType): Promise<string> {
    onRender(type);
    if (isDeepest && type.skipInnerBlocks) return '';
    const instance = instanceOf(block, type, blockContext);
    try {
      return await atDepth(context, depth + 1, () => type.render!(attributes, markup, instance, context));
    } catch (error) {
      report(block, error);
      return markup;
    }
  }
}

const isPure = ({ pure = false }: BlockType, attributes: Readonly<Record<string, unknown>>): boolean =>
  typeof pure === 'function' ? pure(attributes) : pure;

/** Whether a block shows a part of an item or a comment that was loaded before, so that it costs little for each of a list. */
const showsItem = ({ usesContext, skipInnerBlocks }: BlockType): boolean =>
  usesContext?.some((name) => name === 'postId' || name === 'commentId') === true && !skipInnerBlocks;
