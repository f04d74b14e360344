import { timingSafeEqual } from 'node:crypto';
import type { NonceFormat, NonceHolder } from '../nonces/index.ts';
import type { Salts } from './salts.ts';

/** The nonces of WordPress: ten digits of a hash of tick, action, user and session. */
export class WordPressNonceFormat implements NonceFormat {
  readonly #salts: Salts;

  constructor(salts: Salts) {
    this.#salts = salts;
  }

  make(tick: number, action: string, { userId, sessionToken }: NonceHolder): string {
    return this.#salts.hash([tick, action, userId, sessionToken].join('|'), 'nonce').slice(-12, -2);
  }

  fits(nonce: string, tick: number, action: string, holder: NonceHolder): boolean {
    const [given, expected] = [Buffer.from(nonce), Buffer.from(this.make(tick, action, holder))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
