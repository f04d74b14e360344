import { cleanUrl, sanitizeEmail, sanitizeTextField, stripAllTags } from '../../core/text/index.ts';
import { ksesData } from '../formatting/index.ts';
import type { CommentInput } from './comment.ts';
import { markUserLinks } from './user-links.ts';

/** How a comment is cleaned. */
export interface Cleaning {
  /** Whether the markup stays as written. */
  readonly unfiltered: boolean;
  /** The site's address, to which links are its own. */
  readonly home: string;
}

/** Cleans what is to be stored of a comment. Cleaning twice changes nothing more. */
export function cleanComment(input: CommentInput, { unfiltered, home }: Cleaning): CommentInput {
  const { authorName, authorEmail, authorUrl, authorUserAgent, content } = input;
  return {
    ...input,
    ...(authorName === undefined ? {} : { authorName: ksesData(sanitizeTextField(authorName)) }),
    ...(authorEmail === undefined ? {} : { authorEmail: sanitizeEmail(authorEmail) }),
    ...(authorUrl === undefined ? {} : { authorUrl: cleanUrl(stripAllTags(authorUrl)) }),
    ...(authorUserAgent === undefined ? {} : { authorUserAgent: stripAllTags(authorUserAgent).slice(0, MAX_AGENT) }),
    ...(content === undefined ? {} : { content: markUserLinks(unfiltered ? content : ksesData(content), home) }),
  };
}

/** How many characters of the user agent the table has room for. */
const MAX_AGENT = 254;
