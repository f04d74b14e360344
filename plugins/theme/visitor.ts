import type { RequestContext } from '../../core/index.ts';
import type { ThemeKit } from './kit.ts';

/** Makes the user of a context whoever the login cookie says. Pages only read by it; forms show where they come from. */
export async function recogniseVisitor(context: RequestContext, { sessions, users }: ThemeKit): Promise<void> {
  const cookie = sessions === undefined ? undefined : context.http?.cookie(sessions.cookieName);
  if (cookie === undefined) return;
  const session = await sessions!.verify(cookie);
  if (typeof session !== 'string') context.user = (await users?.load(session.userId)) ?? context.user;
}
