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

/**
 * Parses block markup in linear time. Blocks that nothing closes end with the content; a delimiter that closes
 * nothing makes free markup of itself and all that follows.
 */
export function parseBlocks(content: string): ParsedBlock[] {
  const blocks: ParsedBlock[] = [];
  const open: ParsedBlock[] = [];
  let at = 0;
  const addMarkup = (end: number) => {
    const markup = content.slice(at, end);
    const parent = open.at(-1);
    if (markup === '') return;
    if (!parent) blocks.push({ ...makeBlock(null, {}), innerHTML: markup, innerContent: [markup] });
    else {
      parent.innerHTML += markup;
      parent.innerContent.push(markup);
    }
  };
  for (const { type, name, attributes, start, end } of blockDelimiters(content)) {
    if (type === 'closer' && open.length === 0) break;
    addMarkup(start);
    at = end;
    if (type === 'closer') {
      open.pop();
      continue;
    }
    const block = makeBlock(name, attributes ?? {});
    const parent = open.at(-1);
    (parent?.innerBlocks ?? blocks).push(block);
    parent?.innerContent.push(null);
    if (type === 'opener') open.push(block);
  }
  addMarkup(content.length);
  return blocks;
}

function makeBlock(blockName: string | null, attrs: Record<string, unknown>): ParsedBlock {
  return { blockName, attrs, innerBlocks: [], innerHTML: '', innerContent: [] };
}
