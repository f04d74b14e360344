import { addQueryArgs, type HttpContext, httpInfoOf, RequestContext } from '../../core/index.ts';
import type { Session } from '../sessions/index.ts';
import type { EditorKit } from './kit.ts';

/** Who asks for a page of the editor. */
export interface Visitor {
  readonly session: Session;
  /** In which the interface is asked on the visitor's behalf. */
  readonly context: RequestContext;
}

/** Who is signed in; undefined, and a way to the login page and back, when nobody is. */
export async function visitorOf(
  http: HttpContext,
  { browser, users, site }: Pick<EditorKit, 'browser' | 'users' | 'site'>,
): Promise<Visitor | undefined> {
  const session = await browser.current(http);
  const user = session === undefined ? null : await users.load(session.userId);
  if (session !== undefined && user !== null) {
    return { session, context: new RequestContext({ user, http: httpInfoOf(http), admin: true }) };
  }
  const query = http.querystring === '' ? '' : `?${http.querystring}`;
  http.redirect(addQueryArgs(`${site.home}/login`, { redirect_to: `${site.home}${http.path}${query}` }));
  return undefined;
}
