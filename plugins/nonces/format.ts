import { serviceToken } from '../../core/index.ts';
import type { AuthKeys } from '../auth-keys/index.ts';

/** The user that a nonce is made for, and that user's login session. */
export interface NonceHolder {
  /** 0 for the anonymous. */
  readonly userId: number;
  /** The token of the login session; empty without one. */
  readonly sessionToken: string;
}

/** How nonces are written. Time is counted in ticks of twelve hours. */
export interface NonceFormat {
  /** The nonce of a tick, an action and a holder. */
  make(tick: number, action: string, holder: NonceHolder): string;
  /** Whether a nonce is that of a tick, an action and a holder; compares in constant time. */
  fits(nonce: string, tick: number, action: string, holder: NonceHolder): boolean;
}

/** The token of a format that takes the place of ours. */
export const NonceFormat = serviceToken('nonce-format', {
  requiredPermissions: 'authentication',
  provider: 'authentication',
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'nonce-format': NonceFormat;
  }
}

/** Hexadecimal digits of a nonce of ours: 80 bits. */
const LENGTH = 20;

const PURPOSE = 'nonce';

/** Our format: the last digits of a signature. */
export class OwnNonceFormat implements NonceFormat {
  readonly #keys: AuthKeys;

  constructor(keys: AuthKeys) {
    this.#keys = keys;
  }

  make(tick: number, action: string, holder: NonceHolder): string {
    return this.#keys.sign(PURPOSE, textOf(tick, action, holder)).slice(-LENGTH);
  }

  fits(nonce: string, tick: number, action: string, holder: NonceHolder): boolean {
    return nonce.length === LENGTH && this.#keys.verify(PURPOSE, textOf(tick, action, holder), nonce);
  }
}

const textOf = (tick: number, action: string, { userId, sessionToken }: NonceHolder): string =>
  JSON.stringify([tick, action, userId, sessionToken]);
