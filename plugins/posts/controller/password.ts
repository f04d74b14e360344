import { createHash, timingSafeEqual } from 'node:crypto';
import type { RestRequest } from '../../../core/index.ts';
import type { Post } from '../post.ts';

/** Whether a password is that of an item, compared in constant time. */
export function isPasswordOf(post: Post, password: unknown): boolean {
  return typeof password === 'string' && timingSafeEqual(digest(post.password), digest(password));
}

/**
 * Whether the texts of an item may be shown: it has no password, the request brings it, or a user who may edit the item
 * requests the edit context.
 */
export function mayShowTexts(post: Post, request: RestRequest): boolean {
  if (post.password === '') return true;
  if (request.getParam('context') === 'edit' && request.user.can('edit_post', post)) return true;
  const password = request.getParam('password');
  return password !== '' && isPasswordOf(post, password);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
