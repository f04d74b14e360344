import type { MaybePromise } from '../../core/index.ts';
import { type BlockTypes, preparedAttributes } from './block-types.ts';
import type { ParsedBlock } from './blocks.ts';
import type { RenderContext } from './context.ts';

/** What rendering needs to know beside the blocks. */
export interface BlockRendering {
  types: Pick<BlockTypes, 'get'>;
  context: RenderContext;
  /** Adjusts the markup of each block. */
  filter(markup: string, block: ParsedBlock): MaybePromise<string>;
  /** Takes the failure of a dynamic block, whose own markup then stands. */
  report(block: ParsedBlock, error: unknown): void;
}

/** Renders blocks, inner ones before those that hold them, and joins their markup. */
export async function renderBlocks(blocks: readonly ParsedBlock[], rendering: BlockRendering): Promise<string> {
  const rendered = new Map<ParsedBlock, string>();
  for (const block of innermostFirst(blocks)) rendered.set(block, await renderBlock(block, rendered, rendering));
  return blocks.map((block) => rendered.get(block)).join('');
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

async function renderBlock(
  block: ParsedBlock,
  rendered: ReadonlyMap<ParsedBlock, string>,
  { types, context, filter, report }: BlockRendering,
): Promise<string> {
  const inner = block.innerBlocks.values();
  let markup = block.innerContent.map((piece) => piece ?? rendered.get(inner.next().value!)).join('');
  const type = block.blockName === null ? undefined : types.get(block.blockName);
  if (type?.render) {
    context.isDynamic = true;
    try {
      markup = await type.render(preparedAttributes(type, block.attrs), markup, block, context);
    } catch (error) {
      report(block, error);
    }
  }
  return filter(markup, block);
}
