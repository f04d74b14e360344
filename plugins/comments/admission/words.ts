import { stripAllTags } from '../../../core/text/index.ts';
import type { CommentInput } from '../comment.ts';

/** Whether a comment holds one of the words of a list, one word on each line, anywhere and in any case. */
export function holdsWord(list: string, input: CommentInput): boolean {
  const words = list
    .split('\n')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
  if (words.length === 0) return false;
  const { authorName, authorEmail, authorUrl, authorIp, authorUserAgent, content = '' } = input;
  const texts = [authorName, authorEmail, authorUrl, authorIp, authorUserAgent, content, stripAllTags(content)];
  return texts.some((text = '') => {
    const searched = text.toLowerCase();
    return words.some((word) => searched.includes(word));
  });
}
