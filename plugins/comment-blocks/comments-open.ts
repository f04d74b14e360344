import type { Post } from '../posts/index.ts';
import type { CommentBlockDependencies } from './dependencies.ts';

/** Whether an item takes new comments. */
export const isOpen = ({ hooks }: Pick<CommentBlockDependencies, 'hooks'>, post: Post): boolean =>
  hooks.filter('comments_open').call(post.commentStatus === 'open', post);
