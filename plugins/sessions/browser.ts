import type { HttpContext, Site } from '../../core/index.ts';
import type { NewSession, Session, SessionClient, Sessions } from './sessions.ts';
import { type SiteCookie, setCookie } from './set-cookie.ts';

/** Login sessions as pages see them: read from and written to a browser's cookie. */
export class BrowserSessions {
  readonly #sessions: Sessions;
  readonly #site: Site;

  constructor(sessions: Sessions, site: Site) {
    this.#sessions = sessions;
    this.#site = site;
  }

  /** The session of the visitor who requests a page, if any. */
  async current(context: HttpContext): Promise<Session | undefined> {
    const cookie = context.cookies.get(this.#sessions.cookieName);
    const verdict = cookie === undefined ? 'malformed' : await this.#sessions.verify(cookie);
    return typeof verdict === 'string' ? undefined : verdict;
  }

  /** Begins a session and sets its cookie; without `remember` the cookie lasts until the browser is closed. */
  async begin(context: HttpContext, userId: number, remember: boolean): Promise<NewSession> {
    const client: SessionClient = { ip: context.ip, userAgent: context.get('User-Agent'), tls: context.secure };
    const session = await this.#sessions.create(userId, { remember }, client);
    this.#setCookies(context, session.cookies, remember ? session.expires : undefined);
    return session;
  }

  /** Ends the session of the visitor, if any, and removes the cookie. */
  async end(context: HttpContext): Promise<Session | undefined> {
    const session = await this.current(context);
    if (session !== undefined) await this.#sessions.destroy(session);
    this.#setCookies(context, this.#sessions.endedCookies, new Date(0));
    return session;
  }

  /** Ends every session of the visitor's user, if any, and removes the cookie. */
  async endAll(context: HttpContext): Promise<void> {
    const session = await this.end(context);
    if (session !== undefined) await this.#sessions.destroyAll(session.userId);
  }

  #setCookies(context: HttpContext, cookies: readonly SiteCookie[], expires: Date | undefined): void {
    for (const cookie of cookies) setCookie(context, this.#site, { ...cookie, expires });
  }
}
