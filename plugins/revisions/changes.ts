import type { Post } from '../posts/index.ts';

/** The texts that a revision holds. */
export const REVISED = ['title', 'content', 'excerpt'] as const;

/** The texts of an item that a revision holds. */
export type RevisedTexts = Pick<Post, (typeof REVISED)[number]>;

/** Whether one of these texts differs from an item's, white space aside. */
export function hasChanged(texts: Partial<RevisedTexts>, post: RevisedTexts): boolean {
  return REVISED.some((name) => texts[name] !== undefined && evened(texts[name]) !== evened(post[name]));
}

const evened = (text: string): string =>
  text
    .trim()
    .replaceAll('\r', '\n')
    .replace(/\n+/g, '\n')
    .replace(/[ \t]+/g, ' ');
