import { isPromise } from '../../core/base/index.ts';
import type { MaybePromise } from '../../core/index.ts';
import { type BlockType, type BlockTypes, preparedAttributes } from './block-types.ts';
import type { ParsedBlock } from './blocks.ts';
import { mayRender, type RenderContext } from './context.ts';

/** What rendering needs beside the blocks. */
export interface BlockRendering {
  types: Pick<BlockTypes, 'get'>;
  context: RenderContext;
  /** How many dynamic blocks and shortcodes a text may have; of more, the markup stands. */
  mostDynamic: number;
  /** Adjusts the markup of each block. */
  filter(markup: string, block: ParsedBlock): MaybePromise<string>;
  /** Called with the type of a dynamic block before it is rendered. */
  onRender(type: BlockType): void;
  /** Takes the failure of a dynamic block, whose own markup then stands. */
  report(block: ParsedBlock, error: unknown): void;
}

/** Renders blocks, inner ones before those that hold them, and joins their markup: at once if none has to be waited for. */
export function renderBlocks(blocks: readonly ParsedBlock[], rendering: BlockRendering): MaybePromise<string> {
  const rendered = new Map<ParsedBlock, string>();
  const waiting = innermostFirst(blocks).values();
  const joined = () => blocks.map((block) => rendered.get(block)).join('');
  for (const block of waiting) {
    const markup = renderBlock(block, rendered, rendering);
    if (isPromise(markup)) return later(block, markup);
    rendered.set(block, markup);
  }
  return joined();

  async function later(first: ParsedBlock, markup: Promise<string>): Promise<string> {
    rendered.set(first, await markup);
    for (const block of waiting) rendered.set(block, await renderBlock(block, rendered, rendering));
    return joined();
  }
}

/** All blocks at any depth, in their order, each behind its inner blocks. Takes no stack: nesting has no limit. */
function innermostFirst(blocks: readonly ParsedBlock[]): ParsedBlock[] {
  const waiting = [...blocks];
  const order: ParsedBlock[] = [];
  for (let block = waiting.pop(); block; block = waiting.pop()) {
    order.push(block);
    for (const inner of block.innerBlocks) waiting.push(inner);
  }
  return order.reverse();
}

function renderBlock(
  block: ParsedBlock,
  rendered: ReadonlyMap<ParsedBlock, string>,
  { types, context, mostDynamic, filter, onRender, report }: BlockRendering,
): MaybePromise<string> {
  const inner = block.innerBlocks.values();
  const markup = block.innerContent.map((piece) => piece ?? rendered.get(inner.next().value!)).join('');
  const type = block.blockName === null ? undefined : types.get(block.blockName);
  if (!type?.render || !mayRender(context, mostDynamic)) return filter(markup, block);
  return renderDynamic(type).then((made) => filter(made, block));

  async function renderDynamic(type: BlockType): Promise<string> {
    onRender(type);
    try {
      return await type.render!(preparedAttributes(type, block.attrs), markup, block, context);
    } catch (error) {
      report(block, error);
      return markup;
    }
  }
}
