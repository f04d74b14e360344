import type { RequestContext } from '../../core/index.ts';
import type { ThemeDependencies } from './dependencies.ts';

/**
 * Makes the user of the login cookie the user of a context. Without a nonce this is safe: pages only read, and forms
 * are checked by their origin.
 */
export async function recogniseVisitor(
  context: RequestContext,
  { credentials, sessions, users }: Pick<ThemeDependencies, 'credentials' | 'sessions' | 'users'>,
): Promise<void> {
  const cookie = sessions === undefined ? undefined : credentials?.http(context)?.cookie(sessions.cookieName);
  if (cookie === undefined) return;
  const session = await sessions!.verify(cookie);
  if (typeof session !== 'string') context.user = (await users?.load(session.userId)) ?? context.user;
}
