import { stripAllTags } from '../../core/text/index.ts';
import type { ParsedBlock } from './blocks.ts';

/** How many words an excerpt that is made from a content has. */
export const EXCERPT_WORDS = 55;

/** What stands at the end of an excerpt that was cut. */
export const EXCERPT_MORE = ' [&hellip;]';

/** How long an excerpt is that is made of a content: how many words it has, and what stands at its end if it was cut. */
export interface ExcerptLength {
  readonly words: number;
  readonly more: string;
}

/** The length of excerpts where nothing else is asked for. */
export const EXCERPT_LENGTH: ExcerptLength = { words: EXCERPT_WORDS, more: EXCERPT_MORE };

const WRAPPERS: ReadonlySet<string> = new Set(['core/columns', 'core/column', 'core/group']);
const TEXTS: ReadonlySet<string> = new Set(
  `freeform heading html list list-item media-text paragraph preformatted pullquote quote table verse`
    .split(' ')
    .map((name) => `core/${name}`),
);

const NEXT_PAGE = '<!--nextpage-->';

/** The part of a content that stands before its `<!--more-->`, or on its first page; no page is before the first mark. */
export function teaser(content: string): string {
  const text = content.startsWith(NEXT_PAGE) ? content.slice(NEXT_PAGE.length) : content;
  const ends = ['<!--more', NEXT_PAGE].map((mark) => text.indexOf(mark)).filter((at) => at >= 0);
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends));
}

/** The blocks whose text may stand in an excerpt, those within groups and columns included. */
export function excerptBlocks(blocks: readonly ParsedBlock[]): ParsedBlock[] {
  const allowed: ParsedBlock[] = [];
  const waiting = [...blocks].reverse();
  for (let block = waiting.pop(); block; block = waiting.pop()) {
    if (block.blockName !== null && WRAPPERS.has(block.blockName)) {
      if (block.innerBlocks.length === 0) allowed.push(block);
      for (const inner of block.innerBlocks.toReversed()) waiting.push(inner);
    } else if (isText(block) && block.innerBlocks.every((inner) => isText(inner) && inner.innerBlocks.length === 0)) {
      allowed.push(block);
    }
  }
  return allowed;
}

function isText({ blockName }: ParsedBlock): boolean {
  return blockName === null || TEXTS.has(blockName);
}

/** The first words of markup as text, with white space evened out, and `more` at the end if some are left out. */
export function trimWords(markup: string, count = EXCERPT_WORDS, more = EXCERPT_MORE): string {
  const words = stripAllTags(markup)
    .split(/[\n\r\t ]+/)
    .filter((word) => word !== '');
  return words.length > count ? words.slice(0, count).join(' ') + more : words.join(' ');
}
