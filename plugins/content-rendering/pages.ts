import { Parser } from 'htmlparser2';
import type { PluginHooks } from '../../core/index.ts';
import { stripAllTags } from '../../core/text/index.ts';
import { blockDelimiters } from './block-delimiters.ts';
import type { RenderedPost } from './context.ts';

const MORE = '<!--more';
const NEXT_PAGE = '<!--nextpage-->';
const NO_TEASER = '<!--noteaser-->';

/** Whether a content has marks that say what of it is shown where. */
export const hasMarks = (content: string): boolean => content.includes(MORE) || content.includes(NEXT_PAGE);

/** The pages of a content, which `<!--nextpage-->` stands between; no page is before a mark at its beginning. */
export function splitPages(content: string): string[] {
  if (!content.includes(NEXT_PAGE)) return [content];
  const plain = withoutDelimiters(content, 'core/nextpage');
  const whole = plain.startsWith(NEXT_PAGE) ? plain.slice(NEXT_PAGE.length) : plain;
  const pages = whole.split(NEXT_PAGE);
  const last = pages.length - 1;
  return pages.map((page, at) => {
    const from = (at > 0 || plain !== whole) && page.startsWith('\n') ? page.slice(1) : page;
    return at === last ? from : closed(from.endsWith('\n') ? from.slice(0, -1) : from);
  });
}

/** The pages that an item is shown in, each as stored, as plugins have them. */
export const pagesOf = (post: RenderedPost, hooks: PluginHooks): readonly string[] =>
  hooks.filter('content_pagination').call(splitPages(post.content), post);

/** A page of a content, cut at its `<!--more-->`. */
export interface CutPage {
  /** What stands before the mark; the whole where there is no mark. */
  readonly teaser: string;
  /** What stands after it; undefined where there is no mark. */
  readonly rest?: string;
  /** The text for the link to the rest; empty for the usual one. */
  readonly label: string;
}

/** Cuts a page of a content at its first `<!--more-->`. */
export function cutAtMore(page: string): CutPage {
  if (!page.includes(MORE)) return { teaser: page, label: '' };
  const text = withoutDelimiters(page, 'core/more');
  const at = text.indexOf(MORE);
  const end = text.indexOf('-->', at + MORE.length);
  if (at < 0 || end < 0) return { teaser: page, label: '' };
  const label = stripAllTags(text.slice(at + MORE.length, end)).trim();
  return { teaser: text.slice(0, at), rest: text.slice(end + '-->'.length), label };
}

/**
 * A page of an item's content as the item's own page shows it: the rest can be led to, and stands alone where the
 * content says so.
 */
export function textOfPage(id: number, content: string, pages: readonly string[], page: number): string {
  const text = pages[page - 1] ?? '';
  const { teaser, rest } = cutAtMore(text);
  if (rest === undefined) return text;
  const begin = page === 1 && content.includes(NO_TEASER) ? '' : teaser;
  return `${begin}<span id="more-${id}"></span>${rest}`;
}

/** A content without the delimiters of the blocks that hold marks: where it is cut, they would hold nothing. */
function withoutDelimiters(content: string, block: string): string {
  let plain = '';
  let at = 0;
  for (const { name, start, end } of blockDelimiters(content)) {
    if (name !== block) continue;
    plain += content.slice(at, start);
    at = end;
  }
  return plain + content.slice(at);
}

/** How many elements may be open in a text whose end closes them: what finds ends of elements looks at all that are open. */
const MOST_OPEN = 500;

/** A text with the elements closed that are open at its end; of one that opens hundreds within each other, the outermost. */
export function closed(text: string): string {
  const open: string[] = [];
  const parser: Parser = new Parser({
    onopentag(name) {
      open.push(name);
      if (open.length >= MOST_OPEN) parser.pause();
    },
    onclosetag() {
      open.pop();
    },
  });
  parser.write(text);
  return open.reduceRight((closing, name) => `${closing}</${name}>`, text);
}
