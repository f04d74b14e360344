import type { CommentInput } from '../comment.ts';
import { errors } from '../errors.ts';

/** Throws for what the table of comments has no room for: characters, but bytes of the content. */
export function checkLengths({ authorName = '', authorEmail = '', authorUrl = '', content = '' }: CommentInput): void {
  if ([...authorName].length > 245) throw errors.comment_author_column_length();
  if (authorEmail.length > 100) throw errors.comment_author_email_column_length();
  if (authorUrl.length > 200) throw errors.comment_author_url_column_length();
  if (Buffer.byteLength(content) > 65_525) throw errors.comment_content_column_length();
}
