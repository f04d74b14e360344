import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** How many are remembered, and for how long, in milliseconds. */
const LIMITS = { max: 1000, ttl: 3_600_000 };

/**
 * Remembers which secrets fitted hashes that take long to check and that stay as they are, since others read them too. What
 * is remembered is a digest of both under a key of this process; another hash is another digest.
 */
export class VerifiedSecrets {
  readonly #key = randomBytes(32);
  readonly #fitting = new LRUCache<string, true>(LIMITS);

  /** Whether a secret is known to fit a hash. */
  has(secret: string, hash: string): boolean {
    return this.#fitting.has(this.#digest(secret, hash));
  }

  add(secret: string, hash: string): void {
    this.#fitting.set(this.#digest(secret, hash), true);
  }

  #digest(secret: string, hash: string): string {
    return createHmac('sha256', this.#key).update(`${hash} ${secret}`).digest('base64');
  }
}
