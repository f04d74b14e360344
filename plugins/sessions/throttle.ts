import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** How many attempts at one login from one address are allowed in how many seconds. */
export interface ThrottleLimits {
  readonly attempts: number;
  readonly seconds: number;
}

interface Window {
  readonly ends: number;
  attempts: number;
}

/** The most pairs of login and address that are remembered; the least recent ones are forgotten first. */
const MAX_WINDOWS = 10_000;

/** Counts attempts by login and address, in this process and in bounded memory. */
export class Throttle {
  readonly #limits: ThrottleLimits;
  readonly #now: () => number;
  /**
   * Made with the first attempt, since it allocates memory for all entries at once and most processes see no login for
   * long.
   */
  #made: LRUCache<string, Window> | undefined;

  /** @param now the time in milliseconds */
  constructor(limits: ThrottleLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  get #windows(): LRUCache<string, Window> {
    this.#made ??= new LRUCache({ max: MAX_WINDOWS });
    return this.#made;
  }

  /**
   * Counts an attempt before it is made, so that attempts made at once count too.
   * @returns the seconds to wait when there were too many attempts, or 0
   */
  attempt(login: string, address: string): number {
    const key = keyOf(login, address);
    const known = this.#windows.get(key);
    const fresh = known === undefined || known.ends <= this.#now();
    const window = fresh ? { ends: this.#now() + this.#limits.seconds * 1000, attempts: 0 } : known;
    if (fresh) this.#windows.set(key, window);
    window.attempts++;
    return window.attempts > this.#limits.attempts ? Math.ceil((window.ends - this.#now()) / 1000) : 0;
  }

  /** Forgets the attempts at a login that succeeded. */
  succeeded(login: string, address: string): void {
    this.#made?.delete(keyOf(login, address));
  }
}

const keyOf = (login: string, address: string): string =>
  createHash('sha256')
    .update(JSON.stringify([login.trim().toLowerCase(), address]))
    .digest('base64');
