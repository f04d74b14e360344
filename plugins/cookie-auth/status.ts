import type { PluginHooks, RequestContext, RestRequest } from '../../core/index.ts';
import type { CookieFailure, Session } from '../sessions/index.ts';

/** The outcome of a request's login cookie: true when it is valid, or the reason why it is not. */
export type CookieStatus = true | CookieFailure;

interface CookieRecord {
  status: CookieStatus | undefined;
  session: Session | undefined;
  /** The headers that go out with the answer. */
  headers: Record<string, string> | undefined;
}

const KEY = Symbol('cookie-auth');

const recordOf = (context: RequestContext): CookieRecord =>
  context.memo(KEY, () => ({ status: undefined, session: undefined, headers: undefined }));

/** The outcome of the login cookie of a request; undefined when no event was fired for it, as without a cookie. */
export const cookieStatus = (context: RequestContext): CookieStatus | undefined =>
  context.memoized<CookieRecord>(KEY)?.status;

/** The login session whose cookie a request brought, if it holds. */
export const cookieSession = (context: RequestContext): Session | undefined =>
  context.memoized<CookieRecord>(KEY)?.session;

/** Stores the session of a request. */
export function recordSession({ context }: RestRequest, session: Session): void {
  recordOf(context).session = session;
}

/** Stores the headers that go out with the answer to a request. */
export function recordHeaders({ context }: RestRequest, headers: Record<string, string>): void {
  recordOf(context).headers = headers;
}

/** The headers that go out with the answer to a request that brought a login cookie. */
export const recordedHeaders = (context: RequestContext): Record<string, string> | undefined =>
  context.memoized<CookieRecord>(KEY)?.headers;

const FAILURES = ['malformed', 'expired', 'bad_username', 'bad_hash', 'bad_session_token'] as const;

/** Records the status of each request's cookie from the events, which any plugin may fire. */
export function recordEvents(hooks: PluginHooks): void {
  const record = (status: CookieStatus) => (request: RestRequest) => {
    recordOf(request.context).status = status;
  };
  hooks.action('auth_cookie_valid').tap('cookie-auth', record(true));
  for (const failure of FAILURES) hooks.action(`auth_cookie_${failure}`).tap('cookie-auth', record(failure));
}
