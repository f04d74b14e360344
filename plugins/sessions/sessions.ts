import { createHash, randomBytes } from 'node:crypto';
import type { PluginHooks, RequestContext } from '../../core/index.ts';
import type { Credentials } from '../../core/rest/index.ts';
import type { SiteClock } from '../options/index.ts';
import { leaveIdentified, type User, type UserSecrets, type UserStore } from '../users/index.ts';
import type { SessionFormat } from './format.ts';
import type { SiteCookie } from './set-cookie.ts';
import type { UserRecord } from './user-record.ts';

/** A login session: whose it is, and the token that its cookie carries. */
export interface Session {
  readonly userId: number;
  readonly token: string;
}

/** Why a login cookie is not valid; the names of the `auth_cookie_…` events (section 5). */
export type CookieFailure = 'malformed' | 'expired' | 'bad_username' | 'bad_hash' | 'bad_session_token';

/** A session just begun, with the value of its cookie. */
export interface NewSession extends Session {
  readonly cookie: string;
  /** When it ends. */
  readonly expires: Date;
  /** Whether it is to outlast the browser. */
  readonly remember: boolean;
  /** All cookies that its browser gets, that one first. */
  readonly cookies: readonly SiteCookie[];
}

/** The client that began a session; stored with it, so that a user can tell sessions apart. */
export interface SessionClient {
  readonly ip: string;
  readonly userAgent: string;
  /** Whether it came over TLS; left out, as the site's address says. */
  readonly tls?: boolean;
}

/**
 * A session as the user's meta holds it, under the hash of its token. Times are Unix times in seconds. Others note more of
 * it, or less.
 */
interface StoredSession {
  readonly expiration: number;
  readonly ip?: string;
  readonly ua?: string;
  readonly login?: number;
}

/** A session as its user sees it. Times are Unix times in seconds. */
export interface ListedSession {
  /** What identifies it, and opens nothing. */
  readonly id: string;
  readonly created: number;
  readonly expires: number;
  readonly ip: string;
  readonly userAgent: string;
}

/** The services that sessions use. */
export interface SessionParts {
  readonly hooks: PluginHooks;
  readonly format: SessionFormat;
  readonly clock: SiteClock;
  readonly users: UserStore;
  readonly secrets: UserSecrets;
  readonly record: UserRecord;
  readonly credentials: Credentials;
}

const DAY = 24 * 3600;

/** Begins, recognises and ends login sessions. */
export class Sessions {
  readonly #parts: SessionParts;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** The name of the login cookie. */
  get cookieName(): string {
    return this.#parts.format.cookieName;
  }

  /** The cookies that a browser is to forget when its session ends. */
  get endedCookies(): readonly SiteCookie[] {
    return this.#parts.format.ended();
  }

  /** Begins a session of a user: two days, or fourteen when it is to be remembered. */
  async create(userId: number, { remember }: { remember: boolean }, client: SessionClient): Promise<NewSession> {
    const { users, hooks } = this.#parts;
    const user = await users.byId(userId);
    if (user === null) throw new Error(`there is no user ${userId} to begin a session for`);
    const lifetime = hooks.filter('auth_cookie_expiration').call((remember ? 14 : 2) * DAY, userId, remember);
    const expiration = this.#now() + lifetime;
    const token = randomBytes(32).toString('base64url');
    await this.#store(userId, token, expiration, client);
    return this.#withCookies(user, token, expiration, client);
  }

  /**
   * Finds the session of a login cookie, or says why there is none. The loaded user is cached for the request of
   * `context`.
   */
  async verify(cookie: string, context?: RequestContext): Promise<Session | CookieFailure> {
    const parts = this.#parts.format.read(cookie);
    if (parts === null) return 'malformed';
    if (parts.expiration < this.#now()) return 'expired';
    const user = await this.#parts.users.byLogin(parts.login);
    if (user === null) return 'bad_username';
    if (!this.#parts.format.isSigned(parts, this.#parts.secrets.of(user).passwordHash)) return 'bad_hash';
    const sessions = this.#alive(this.#parts.record.of(this.#parts.secrets.of(user).meta));
    if (!Object.hasOwn(sessions, hash(parts.token))) return 'bad_session_token';
    if (context !== undefined) leaveIdentified(context, user);
    return { userId: user.id, token: parts.token };
  }

  /** Ends a session. */
  async destroy({ userId, token }: Session): Promise<void> {
    await this.#parts.record.change(userId, (value) => {
      const { [hash(token)]: _, ...left } = this.#alive(value);
      return Object.keys(left).length > 0 ? left : undefined;
    });
  }

  /** Ends every session of a user. */
  async destroyAll(userId: number): Promise<void> {
    await this.#parts.record.change(userId, () => undefined);
  }

  /** The sessions of a user, the newest first. */
  async list(userId: number): Promise<ListedSession[]> {
    const alive = Object.entries(this.#alive(await this.#parts.record.read(userId)));
    return alive.map(([key, session]) => listed(key, session)).sort((one, other) => other.created - one.created);
  }

  /** Ends some of a user's sessions. */
  async end(userId: number, isMeant: (session: ListedSession) => boolean): Promise<void> {
    await this.#parts.record.change(userId, (value) => {
      const left = Object.entries(this.#alive(value)).filter(([key, session]) => !isMeant(listed(key, session)));
      return left.length > 0 ? Object.fromEntries(left) : undefined;
    });
  }

  /** The session whose cookie a request brings, of any user; undefined without one. */
  async of(context: RequestContext): Promise<Session | undefined> {
    const cookie = this.#parts.credentials.http(context)?.cookie(this.cookieName);
    const verdict = cookie === undefined ? 'malformed' : await this.verify(cookie);
    return typeof verdict === 'string' ? undefined : verdict;
  }

  /** What identifies a session in the list, and opens nothing. */
  idOf({ token }: Session): string {
    return idOf(hash(token));
  }

  /**
   * Goes on with the session of a cookie that another password of its user has ended, for the one who gave that password;
   * answers with a new cookie for it.
   */
  async renew({ userId, token }: Session, cookie: string, client: SessionClient): Promise<NewSession> {
    const [user, parts] = [await this.#parts.users.byId(userId), this.#parts.format.read(cookie)];
    if (user === null || parts === null) throw new Error(`there is no session of user ${userId} to go on with`);
    await this.#store(userId, token, parts.expiration, client);
    return this.#withCookies(user, token, parts.expiration, client);
  }

  async #store(userId: number, token: string, expiration: number, { ip, userAgent }: SessionClient): Promise<void> {
    const stored = { expiration, ip, ua: userAgent.slice(0, 500), login: this.#now() };
    await this.#parts.record.change(userId, (value) => ({ ...this.#alive(value), [hash(token)]: stored }));
  }

  #withCookies(user: User, token: string, expiration: number, { tls = false }: SessionClient): NewSession {
    const { passwordHash } = this.#parts.secrets.of(user);
    const content = { login: user.login, expiration, token };
    const cookies = this.#parts.format.cookies(content, passwordHash, tls);
    const [{ value: cookie }] = cookies;
    const remember = expiration - this.#now() > 2 * DAY;
    return { userId: user.id, token, cookie, cookies, expires: new Date(expiration * 1000), remember };
  }

  #now(): number {
    return Math.floor(this.#parts.clock.now().getTime() / 1000);
  }

  /** The stored sessions that have not expired, by the hash of their token. */
  #alive(value: unknown): Record<string, StoredSession> {
    if (typeof value !== 'object' || value === null) return {};
    const entries = Object.entries(value).map(([key, session]): [string, StoredSession] => {
      return [key, typeof session === 'number' ? { expiration: session } : session];
    });
    return Object.fromEntries(entries.filter(([, session]) => Number(session?.expiration) >= this.#now()));
  }
}

const idOf = (key: string): string => key.slice(0, 32);

const listed = (key: string, { expiration, ip = '', ua = '', login = 0 }: StoredSession): ListedSession => ({
  id: idOf(key),
  created: login,
  expires: expiration,
  ip,
  userAgent: ua,
});

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
