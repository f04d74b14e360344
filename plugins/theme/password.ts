import type { RequestContext } from '../../core/index.ts';
import { type Post, vouchForPassword } from '../posts/index.ts';
import { cookieNameOf } from '../sessions/index.ts';
import type { ThemeDependencies } from './dependencies.ts';

/** The cookie that proves that a visitor knows the password of an item. */
export const passwordCookie = ({ site }: Pick<ThemeDependencies, 'site'>, id: number): string =>
  cookieNameOf(site, `${site.brand.typeName('postpass')}_${id}`);

const PURPOSE = 'post-password';

const signedText = ({ id, password }: Pick<Post, 'id' | 'password'>): string => JSON.stringify([id, password]);

/**
 * The value of the cookie: a signature that does not disclose the password, and that is not valid for another password.
 */
export const passwordProof = (post: Pick<Post, 'id' | 'password'>, { keys }: Pick<ThemeDependencies, 'keys'>): string =>
  keys?.sign(PURPOSE, signedText(post)) ?? '';

/** The password of an item, if the visitor's cookie proves that the visitor knows it. */
export function passwordOf(
  post: Post,
  context: RequestContext,
  dependencies: Pick<ThemeDependencies, 'credentials' | 'keys' | 'site'>,
): string | undefined {
  const http = dependencies.credentials?.http(context);
  const given = post.password === '' ? undefined : http?.cookie(passwordCookie(dependencies, post.id));
  if (given === undefined || !dependencies.keys?.verify(PURPOSE, signedText(post), given)) return undefined;
  vouchForPassword(post, context);
  return post.password;
}
