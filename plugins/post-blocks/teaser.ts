import { Parser } from 'htmlparser2';
import { stripAllTags } from '../../core/text/index.ts';
import { blockDelimiters } from '../content-rendering/index.ts';

const MORE = '<!--more';
const NEXT_PAGE = '<!--nextpage-->';

/** The part of a content that lists show of it. */
export interface Teaser {
  readonly text: string;
  /** The text of the link to the rest; empty for the usual one, undefined where there is no rest. */
  readonly more?: string;
}

/** The first page of a content, as far as its `<!--more-->`, if it has one; elements that are open there are closed. */
export function teaserOf(content: string): Teaser {
  if (!content.includes(MORE) && !content.includes(NEXT_PAGE)) return { text: content };
  const plain = withoutDelimiters(content);
  const whole = plain.startsWith(NEXT_PAGE) ? plain.slice(NEXT_PAGE.length) : plain;
  const [page] = whole.split(NEXT_PAGE, 1) as [string];
  const first = page.length < whole.length ? closed(page.replace(/\n$/, '')) : page;
  const at = first.indexOf(MORE);
  const end = first.indexOf('-->', at + MORE.length);
  if (at < 0 || end < 0) return { text: first };
  return { text: closed(first.slice(0, at)), more: stripAllTags(first.slice(at + MORE.length, end)).trim() };
}

/** A content without the delimiters of the blocks that hold marks: where it is cut, they would hold nothing. */
function withoutDelimiters(content: string): string {
  let plain = '';
  let at = 0;
  for (const { name, start, end } of blockDelimiters(content)) {
    if (name !== 'core/more' && name !== 'core/nextpage') continue;
    plain += content.slice(at, start);
    at = end;
  }
  return plain + content.slice(at);
}

/** A text with the elements closed that are open at its end. */
function closed(text: string): string {
  let isAtEnd = false;
  let endings = '';
  const parser = new Parser({
    onclosetag(name) {
      if (isAtEnd) endings += `</${name}>`;
    },
  });
  parser.write(text);
  isAtEnd = true;
  parser.end();
  return text + endings;
}
