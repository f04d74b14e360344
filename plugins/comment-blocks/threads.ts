import type { Comment } from '../comments/index.ts';
import type { Options } from '../options/index.ts';

/** A comment with the answers to it. */
export interface Thread {
  readonly comment: Comment;
  /** From 1. */
  readonly depth: number;
  readonly answers: readonly Thread[];
}

/** How deep answers are nested: 1 where they are not. */
export function greatestDepth(options: Options): number {
  if (Number(options.get('thread_comments', 1)) === 0) return 1;
  return Math.min(Math.max(Math.trunc(Number(options.get('thread_comments_depth', 5))) || 5, 1), 10);
}

/**
 * Comments with the answers to them, in their order. An answer stands at the top where its comment is not among them;
 * those that would be nested deeper than `most` stand behind what they answer.
 */
export function threadsOf(comments: readonly Comment[], most: number): Thread[] {
  const known = new Set(comments.map(({ id }) => id));
  const answers = new Map<number, Comment[]>();
  for (const comment of comments) {
    const above = known.has(comment.parent) && comment.parent !== comment.id ? comment.parent : 0;
    answers.set(above, [...(answers.get(above) ?? []), comment]);
  }
  const below = (id: number, depth: number): Thread[] =>
    (answers.get(id) ?? []).flatMap((comment) => {
      if (depth < most) return [{ comment, depth, answers: below(comment.id, depth + 1) }];
      return [{ comment, depth, answers: [] }, ...below(comment.id, depth)];
    });
  return below(0, 1);
}

/** How deep a comment is nested in threads; 1 for one that is not there. */
export function depthOf(threads: readonly Thread[], id: number): number {
  const waiting = [...threads];
  for (let thread = waiting.pop(); thread; thread = waiting.pop()) {
    if (thread.comment.id === id) return thread.depth;
    waiting.push(...thread.answers);
  }
  return 1;
}
