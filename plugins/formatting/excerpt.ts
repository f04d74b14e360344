import { stripAllTags } from './strip-tags.ts';

/** How many words an excerpt that is made from a content has. */
export const EXCERPT_WORDS = 55;

/** What stands at the end of an excerpt that was cut. */
export const EXCERPT_MORE = ' [&hellip;]';

/** The first words of markup as text, with white space evened out, and `more` at the end if some are left out. */
export function trimWords(markup: string, count = EXCERPT_WORDS, more = EXCERPT_MORE): string {
  const words = stripAllTags(markup)
    .split(/[\n\r\t ]+/)
    .filter((word) => word !== '');
  return words.length > count ? words.slice(0, count).join(' ') + more : words.join(' ');
}
