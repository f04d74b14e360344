import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoggedIn, type RequestContext, type RestRequest } from '../../../core/index.ts';
import type { Throttles } from '../../throttles/index.ts';
import type { Post } from '../post.ts';

/** Whether a password is that of an item, compared in constant time. */
const isPasswordOf = (post: Post, password: unknown): boolean =>
  typeof password === 'string' && timingSafeEqual(digest(post.password), digest(password));

/** The items and passwords of a request that were compared, or that something else vouches for. */
class Compared {
  readonly #given = new Set<string>();

  static of = (context: RequestContext): Compared => context.memo(Compared, () => new Compared());

  has = (post: Post, password: unknown): boolean => this.#given.has(JSON.stringify([post.id, password]));

  add = (post: Post, password: unknown): void => void this.#given.add(JSON.stringify([post.id, password]));
}

/** Whether a request brings a password, and whether it is that of one of its items. */
export type PasswordVerdict = 'none' | 'right' | 'wrong';

/**
 * Compares the password that a request brings with those of its items, before `mayShowTexts` is asked. Attempts that
 * fail are counted, by the item where it is one; throws an error object with status 429 when there are too many.
 */
export async function comparePassword(
  posts: readonly Post[],
  request: RestRequest,
  { throttles }: { readonly throttles: Throttles | undefined },
): Promise<PasswordVerdict> {
  const password = request.getParam('password');
  if (!password) return 'none';
  const compared = Compared.of(request.context);
  const guarded = posts.filter((post) => post.password !== '' && !compared.has(post, password));
  const isRight = () => posts.some((post) => isPasswordOf(post, password));
  if (guarded.length > 0 && throttles !== undefined) {
    const { user, context } = request;
    const subject = {
      purpose: 'post-password',
      account: guarded.length === 1 ? String(guarded[0]!.id) : 'several',
      address: context.http?.remoteAddress ?? '',
      voucher: isLoggedIn(user) ? `user ${user.id}` : undefined,
    };
    await throttles.attempt(subject, isRight, Boolean);
  }
  for (const post of guarded) compared.add(post, password);
  return isRight() ? 'right' : 'wrong';
}

/** Vouches for a visitor who has proved to know the password of an item: attempts of others do not hold this one up. */
export function vouchForPassword(post: Post, context: RequestContext): void {
  Compared.of(context).add(post, post.password);
}

/**
 * Whether the texts of an item may be shown: it has no password, the request brings it and it was compared, or a user
 * who may edit the item requests the edit context.
 */
export function mayShowTexts(post: Post, request: RestRequest): boolean {
  if (post.password === '') return true;
  if (request.getParam('context') === 'edit' && request.user.can('edit_post', post)) return true;
  const password = request.getParam('password');
  return password !== '' && isPasswordOf(post, password) && Compared.of(request.context).has(post, password);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
