import { timingSafeEqual } from 'node:crypto';
import type { RequestContext } from '../../core/index.ts';
import type { Post } from '../posts/index.ts';
import type { ThemeKit } from './kit.ts';

/** The cookie by which a visitor proves to know the password of an item. */
export const passwordCookie = ({ site }: Pick<ThemeKit, 'site'>, id: number): string =>
  `${site.brand.typeName('postpass')}_${id}`;

/** What the cookie holds: nothing of the password itself, and nothing that holds for another one. */
export const passwordProof = ({ id, password }: Pick<Post, 'id' | 'password'>, { keys }: ThemeKit): string =>
  keys?.sign('post-password', JSON.stringify([id, password])) ?? '';

/** The password of an item, if the visitor has proved to know it. */
export function passwordOf(post: Post, { http }: RequestContext, kit: ThemeKit): string | undefined {
  const given = post.password === '' ? undefined : http?.cookie(passwordCookie(kit, post.id));
  if (given === undefined || kit.keys === undefined) return undefined;
  const [proof, sent] = [passwordProof(post, kit), given].map((text) => Buffer.from(text));
  return proof!.length === sent!.length && timingSafeEqual(proof!, sent!) ? post.password : undefined;
}
