import { createHash, randomBytes } from 'node:crypto';
import type { AuthKeys } from '../auth-keys/index.ts';
import type { SiteClock } from '../options/index.ts';
import type { User, UserSecrets, UserStore } from '../users/index.ts';
import type { UserRecord } from './user-record.ts';

/** A login whose password was right and whose challenge is not met yet. */
export interface PendingLogin {
  readonly user: User;
  /** Whether its session is to outlast the browser. */
  readonly remember: boolean;
  /** What tells it from others of the user. */
  readonly id: string;
}

/** The services that the tokens of pending logins need. */
export interface LoginTokenParts {
  readonly keys: AuthKeys;
  readonly clock: SiteClock;
  readonly users: UserStore;
  readonly secrets: UserSecrets;
  readonly record: UserRecord;
}

/** How long the challenge of a login may take, in seconds. */
const LIFETIME = 300;

const PURPOSE = 'login-token';

const FORM = /^(\d{1,15})\.(\d{1,12})\.([01])\.([\w-]{22})\.([0-9a-f]{64})$/;

/**
 * Signs and recognises the tokens by which a login goes on after its password: each is of one account and its present
 * password, holds for five minutes, and opens one session. It is no session itself.
 */
export class LoginTokens {
  readonly #parts: LoginTokenParts;

  constructor(parts: LoginTokenParts) {
    this.#parts = parts;
  }

  /** A token for a user who has given the right password. */
  issue(user: User, remember: boolean): string {
    const [ends, id] = [this.#now() + LIFETIME, randomBytes(16).toString('base64url')];
    const signature = this.#parts.keys.sign(PURPOSE, this.#signedText(user, ends, remember, id));
    return [user.id, ends, remember ? 1 : 0, id, signature].join('.');
  }

  /** The login of a token; undefined when it is not ours, over, or used. */
  async read(token: string): Promise<PendingLogin | undefined> {
    const { users, keys, secrets, record } = this.#parts;
    const [, userId, ends, flag, id = '', signature = ''] = FORM.exec(token) ?? [];
    if (userId === undefined || Number(ends) <= this.#now()) return undefined;
    const user = await users.byId(Number(userId));
    const remember = flag === '1';
    if (user === null) return undefined;
    if (!keys.verify(PURPOSE, this.#signedText(user, Number(ends), remember, id), signature)) return undefined;
    const isUsed = Object.hasOwn(usedOf(record.of(secrets.of(user).meta)), digest(id));
    return isUsed ? undefined : { user, remember, id };
  }

  /** Uses the token of a login up; false where another request has done so. */
  async use({ user, id }: PendingLogin): Promise<boolean> {
    let isFirst = false;
    await this.#parts.record.change(user.id, (value) => {
      const alive = Object.entries(usedOf(value)).filter(([, ends]) => Number(ends) > this.#now());
      const used = Object.fromEntries(alive);
      isFirst = !Object.hasOwn(used, digest(id));
      // No token that there is ends later than one which is made now.
      return { ...used, [digest(id)]: this.#now() + LIFETIME };
    });
    return isFirst;
  }

  #now(): number {
    return Math.floor(this.#parts.clock.now().getTime() / 1000);
  }

  /** What is signed: with the password's hash, so that another password ends what the former one began. */
  #signedText(user: User, ends: number, remember: boolean, id: string): string {
    return JSON.stringify([user.id, ends, remember, id, this.#parts.secrets.of(user).passwordHash]);
  }
}

/** The used tokens that a stored value holds, by their digest, with their ends. */
const usedOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...(value as Record<string, unknown>) } : {};

const digest = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 32);
