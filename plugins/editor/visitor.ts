import { addQueryArgs, type HttpContext, RequestContext } from '../../core/index.ts';
import { httpInfoOf } from '../../core/rest/index.ts';
import type { Session } from '../sessions/index.ts';
import type { EditorDependencies } from './dependencies.ts';

/** The visitor of a page of the editor. */
export interface Visitor {
  readonly session: Session;
  /** The context of requests to the interface on the visitor's behalf. */
  readonly context: RequestContext;
}

type VisitorDependencies = Pick<EditorDependencies, 'browser' | 'users' | 'site'>;

/** The visitor who is signed in; otherwise undefined. */
export async function signedIn(
  http: HttpContext,
  { browser, users }: Omit<VisitorDependencies, 'site'>,
): Promise<Visitor | undefined> {
  const session = await browser.current(http);
  const user = session === undefined ? null : await users.load(session.userId);
  if (session === undefined || user === null) return undefined;
  return { session, context: new RequestContext({ user, http: httpInfoOf(http), admin: true }) };
}

/** The visitor who is signed in; otherwise undefined, and the answer leads to the login page and back. */
export async function visitorOf(http: HttpContext, dependencies: VisitorDependencies): Promise<Visitor | undefined> {
  const visitor = await signedIn(http, dependencies);
  if (visitor !== undefined) return visitor;
  const { home } = dependencies.site;
  const query = http.querystring === '' ? '' : `?${http.querystring}`;
  http.redirect(addQueryArgs(`${home}/login`, { redirect_to: `${home}${http.path}${query}` }));
  return undefined;
}
