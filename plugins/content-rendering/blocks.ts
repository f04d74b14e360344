import { blockDelimiters } from './block-delimiters.ts';

/** A block as parsed; the members bear the names that plugin authors of this field know. */
export interface ParsedBlock {
  /** The name with its namespace; null for the markup between blocks. */
  blockName: string | null;
  attrs: Record<string, unknown>;
  innerBlocks: ParsedBlock[];
  /** The block's own markup without that of its inner blocks. */
  innerHTML: string;
  /** The own markup in pieces; null stands for the next inner block. */
  innerContent: (string | null)[];
}

/** Whether a content was written as blocks, for then its paragraphs are already there. */
export function hasBlocks(content: string): boolean {
  return content.includes('<!-- wp:') || content.includes('<!-- cms:');
}

/** A block that is open: where its opener and the markup before that begin, and where its own markup goes on. */
interface OpenBlock {
  readonly block: ParsedBlock;
  readonly leading: number;
  readonly start: number;
  at: number;
}

/** The most characters that blocks which nothing closes may repeat. */
const MOST_REPEATED = 1_000_000;

/**
 * Parses block markup in linear time. A block that nothing closes ends with the content; of several within one another,
 * the innermost comes first, and those around it begin anew, with its markup as free markup, as long as that repeats
 * no more than a million characters. A delimiter that closes nothing makes free markup of itself and all that follows.
 */
export function parseBlocks(content: string): ParsedBlock[] {
  const blocks: ParsedBlock[] = [];
  const open: OpenBlock[] = [];
  let at = 0;
  const addMarkup = (from: number, end: number, block: ParsedBlock | undefined) => {
    const markup = content.slice(from, end);
    if (markup === '') return;
    if (block === undefined) blocks.push({ ...makeBlock(null, {}), innerHTML: markup, innerContent: [markup] });
    else {
      block.innerHTML += markup;
      block.innerContent.push(markup);
    }
  };
  /** Puts a block into the one around it, or among the outermost ones, with the markup before it. */
  const place = (block: ParsedBlock, leading: number, start: number, end: number) => {
    const parent = open.at(-1);
    addMarkup(parent?.at ?? leading, start, parent?.block);
    (parent?.block.innerBlocks ?? blocks).push(block);
    parent?.block.innerContent.push(null);
    if (parent !== undefined) parent.at = end;
  };
  const close = (from: number, end: number) => {
    const { block, leading, start, at: own } = open.pop()!;
    addMarkup(own, from, block);
    place(block, leading, start, end);
  };
  for (const { type, name, attributes, start, end } of blockDelimiters(content)) {
    if (type === 'closer' && open.length === 0) break;
    const block = type === 'closer' ? undefined : makeBlock(name, attributes ?? {});
    if (block === undefined) close(start, end);
    else if (type === 'opener') open.push({ block, leading: at, start, at: end });
    else place(block, at, start, end);
    at = end;
  }
  if (open.length === 0) addMarkup(at, content.length, undefined);
  else if (open.length * content.length > MOST_REPEATED) while (open.length > 0) close(content.length, content.length);
  else {
    for (const { block, leading, start, at: own } of open.splice(0).toReversed()) {
      addMarkup(own, content.length, block);
      place(block, leading, start, content.length);
    }
  }
  return blocks;
}

function makeBlock(blockName: string | null, attrs: Record<string, unknown>): ParsedBlock {
  return { blockName, attrs, innerBlocks: [], innerHTML: '', innerContent: [] };
}
