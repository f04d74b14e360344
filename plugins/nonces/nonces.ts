import type { AuthKeys } from '../auth-keys/index.ts';
import type { SiteClock } from '../options/index.ts';

/** The user that a nonce is made for, and that user's login session. */
export interface NonceHolder {
  /** 0 for the anonymous. */
  readonly userId: number;
  /** The token of the login session; empty without one. */
  readonly sessionToken: string;
}

/** The age of a valid nonce: 1 for at most 12 hours, 2 for at most 24. */
export type NonceAge = 1 | 2;

/** Half of the time that a nonce is valid at most, in milliseconds. */
const TICK = 12 * 3600 * 1000;

/** Hexadecimal digits of a nonce: 80 bits. */
const LENGTH = 20;

const PURPOSE = 'nonce';

/** Makes and checks nonces, which prove that a user meant a request: bound to user, session and action (section 5). */
export class Nonces {
  readonly #keys: AuthKeys;
  readonly #clock: SiteClock;

  constructor(keys: AuthKeys, clock: SiteClock) {
    this.#keys = keys;
    this.#clock = clock;
  }

  /** Makes a nonce; it is valid until the next but one tick, so for 12 to 24 hours. */
  create(action: string, holder: NonceHolder): string {
    return this.#keys.sign(PURPOSE, textOf(this.#tick(), action, holder)).slice(-LENGTH);
  }

  /** Checks a nonce of the same holder and action; false when it is wrong or too old. */
  verify(nonce: unknown, action: string, holder: NonceHolder): NonceAge | false {
    if (typeof nonce !== 'string' || nonce.length !== LENGTH) return false;
    const tick = this.#tick();
    if (this.#keys.verify(PURPOSE, textOf(tick, action, holder), nonce)) return 1;
    return this.#keys.verify(PURPOSE, textOf(tick - 1, action, holder), nonce) ? 2 : false;
  }

  #tick(): number {
    return Math.ceil(this.#clock.now().getTime() / TICK);
  }
}

const textOf = (tick: number, action: string, { userId, sessionToken }: NonceHolder): string =>
  JSON.stringify([tick, action, userId, sessionToken]);
