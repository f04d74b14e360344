import { escapeAttribute } from '../../core/text/index.ts';
import type { Comment } from '../comments/index.ts';
import type { Post } from '../posts/index.ts';

/** Where a comment stands: among all, from 0, among those at the top (-1 for an answer), and how deep. */
export interface CommentPlace {
  readonly count: number;
  readonly thread: number;
  readonly depth: number;
}

/** The classes of a comment, by who wrote it and where it stands; `slug` is that of the user who did. */
export function commentClasses(
  { type, author }: Comment,
  post: Post,
  slug: string | undefined,
  { count, thread, depth }: CommentPlace,
): string {
  const classes = [
    type || 'comment',
    ...(slug === undefined ? [] : ['byuser', `comment-author-${slug}`]),
    ...(slug !== undefined && author === post.author ? ['bypostauthor'] : []),
    ...(count % 2 === 0 ? ['even'] : ['odd', 'alt']),
    ...(thread < 0 ? [] : thread % 2 === 0 ? ['thread-even'] : ['thread-odd', 'thread-alt']),
    `depth-${depth}`,
  ];
  return escapeAttribute(classes.join(' '));
}
