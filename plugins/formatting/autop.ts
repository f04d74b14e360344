import { breakLines } from './break-lines.ts';
import { placesOf, tighten } from './tag-places.ts';

const PRE_OPENING = '<pre';
const PRE_CLOSING = '</pre>';
/** The placeholder of a `pre` element, marked by a noncharacter. */
const PRE_MARK = /<pre \ufdd0(\d+)><\/pre>/g;

/** What a text of one line without tags does not hold. */
const TAG_OR_NEWLINE = /[<\n\r]/;

/** The names of the elements that stand beside paragraphs, and not in them. */
const BLOCK = `(?:table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|math|style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|details|menu|summary)`;
const BLOCK_OPENER = new RegExp(`<${BLOCK}(?=[\\s/>])`, 'g');
const BLOCK_CLOSER = new RegExp(`</${BLOCK}>`, 'g');
const BLOCK_TAG = new RegExp(`</?${BLOCK}`, 'g');
const BLOCK_IN_PARAGRAPH = new RegExp(`<p>\\s*(</?${BLOCK}[^>]*>)\\s*</p>`, 'g');
const BLOCK_AFTER_PARAGRAPH = new RegExp(`<p>\\s*(</?${BLOCK}[^>]*>)`, 'g');
const BREAK_BEFORE_BLOCK = /<br \/>(\s*<\/?(?:p|li|div|dl|dd|dt|th|pre|td|ul|ol)[^>]*>)/g;

const TWO_BREAKS = /<br\s*\/?>\s*<br\s*\/?>/g;
const RULE = /<hr\s*\/?>/g;
/** A comment, a section of character data, or a tag; one that is not closed goes to the end. */
const MARKUP = /<!(?=--)[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[^>]*>?/g;
/** The placeholder of a newline in a tag; it ends the tag, as far as the steps that follow can see. */
const NEWLINE_MARK = ' <!-- \ufdd2 --> ';

/**
 * Makes paragraphs and line breaks of the blank lines and newlines of a text, in time linear in its length; `pre`
 * elements stay as they are.
 */
export function autop(text: string): string {
  if (text.trim() === '') return '';
  if (!TAG_OR_NEWLINE.test(text)) return `<p>${text}</p>\n`;
  const elements: string[] = [];
  return makeParagraphs(withoutPre(`${text}\n`, elements))
    .replace(PRE_MARK, (found, index: string) => elements[Number(index)] ?? found)
    .replace(/\s?<!-- \ufdd2 -->\s?/g, '\n');
}

/** Puts placeholders in the places of `pre` elements, which are added to a list. */
function withoutPre(text: string, elements: string[]): string {
  if (!text.includes(PRE_OPENING)) return text;
  const parts = text.split(PRE_CLOSING);
  const last = parts.pop()!;
  const others = parts.map((part) => {
    const start = part.indexOf(PRE_OPENING);
    if (start < 0) return part;
    elements.push(part.slice(start) + PRE_CLOSING);
    return `${part.slice(0, start)}<pre \ufdd0${elements.length - 1}></pre>`;
  });
  return others.join('') + last;
}

function makeParagraphs(text: string): string {
  const apart = text
    .replace(TWO_BREAKS, '\n\n')
    .replace(BLOCK_OPENER, '\n\n$&')
    .replace(BLOCK_CLOSER, '$&\n\n')
    .replace(RULE, '$&\n\n')
    .replace(/\r\n?/g, '\n')
    .replace(MARKUP, (markup) => markup.replaceAll('\n', NEWLINE_MARK));
  const paragraphs = tighten(apart)
    .replace(/\n\n+/g, '\n\n')
    .split(/\n\s*\n/)
    .filter((piece) => piece !== '')
    .map((piece) => `<p>${withoutNewlines(piece)}</p>\n`)
    .join('')
    .replace(/<p>\s*<\/p>/g, '')
    .replace(/<p>([^<]+)<\/(div|address|form)>/g, '<p>$1</p></$2>')
    .replace(BLOCK_IN_PARAGRAPH, '$1');
  const unwrapped = unwrapListItems(paragraphs)
    .replace(/<p><blockquote([^>]*)>/gi, '<blockquote$1><p>')
    .replaceAll('</blockquote></p>', '</p></blockquote>')
    .replace(BLOCK_AFTER_PARAGRAPH, '$1');
  const broken = breakLines(withoutAfterBlocks(unwrapped, '</p>'));
  return withoutAfterBlocks(broken, '<br />')
    .replace(BREAK_BEFORE_BLOCK, '$1')
    .replace(/\n<\/p>$/, '</p>');
}

/** A text without the newlines at its ends. */
function withoutNewlines(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === '\n') start++;
  while (end > start && text[end - 1] === '\n') end--;
  return text.slice(start, end);
}

/** Removes what follows tags of block elements, with the white space between. */
function withoutAfterBlocks(text: string, follower: string): string {
  let made = '';
  let at = 0;
  for (const { start, end, afterSpace } of placesOf(text, BLOCK_TAG, />/g)) {
    if (start < at || !text.startsWith(follower, afterSpace)) continue;
    made += text.slice(at, end);
    at = afterSpace + follower.length;
  }
  return made + text.slice(at);
}

/** Takes the paragraph off every item of a list that begins one and ends on the same line. */
function unwrapListItems(text: string): string {
  const opening = /<p>(?=<li[^\n\u2028\u2029])/g;
  const [ends, lines] = [/<\/p>/g, /[\n\u2028\u2029]/g];
  let [made, at, end, line] = ['', 0, 0, 0];
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const least = match.index + '<p><li'.length + 1;
    if (end < least) end = next(ends, text, least);
    if (line < least) line = next(lines, text, least);
    if (end === text.length) break;
    if (line < end) continue;
    made += text.slice(at, match.index) + text.slice(opening.lastIndex, end);
    at = end + '</p>'.length;
    opening.lastIndex = at;
  }
  return made + text.slice(at);
}

/** Where a global pattern next matches; the end of the text where it does not. */
function next(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}
