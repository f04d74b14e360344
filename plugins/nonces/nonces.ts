import type { SiteClock } from '../options/index.ts';
import type { NonceFormat, NonceHolder } from './format.ts';

/** The age of a valid nonce: 1 for at most 12 hours, 2 for at most 24. */
export type NonceAge = 1 | 2;

/** Half of the time that a nonce is valid at most, in milliseconds. */
const TICK = 12 * 3600 * 1000;

/** Makes and checks nonces, which prove that a user meant a request: bound to user, session and action (section 5). */
export class Nonces {
  readonly #format: NonceFormat;
  readonly #clock: SiteClock;

  constructor(format: NonceFormat, clock: SiteClock) {
    this.#format = format;
    this.#clock = clock;
  }

  /** Makes a nonce; it is valid until the next but one tick, so for 12 to 24 hours. */
  create(action: string, holder: NonceHolder): string {
    return this.#format.make(this.#tick(), action, holder);
  }

  /** Checks a nonce of the same holder and action; false when it is wrong or too old. */
  verify(nonce: unknown, action: string, holder: NonceHolder): NonceAge | false {
    if (typeof nonce !== 'string') return false;
    const tick = this.#tick();
    if (this.#format.fits(nonce, tick, action, holder)) return 1;
    return this.#format.fits(nonce, tick - 1, action, holder) ? 2 : false;
  }

  #tick(): number {
    return Math.ceil(this.#clock.now().getTime() / TICK);
  }
}
