import { defaulted, integer, max, min, object } from 'superstruct';
import { definePlugin, serviceToken } from '../../core/index.ts';
import { DEFAULT_LN } from './scrypt.ts';
import { hashPassword, needsRehash, verifyPassword } from './verify.ts';

export { MAX_PASSWORD_BYTES } from './verify.ts';

/** How passwords are hashed and checked. A plugin that provides another implementation replaces this one. */
export interface Passwords {
  /** Hashes a password for storage; a `RangeError` for one of over 4,096 bytes. */
  hash(password: string): Promise<string>;
  /** Whether a password fits a stored hash; false for a hash of an unknown kind. */
  verify(password: string, hash: string): Promise<boolean>;
  /** Whether a password that just verified against this hash is better stored anew. */
  needsRehash(hash: string): boolean;
}

/** The token of the password service. */
export const Passwords = serviceToken('passwords', {
  requiredPermissions: 'authentication',
  provider: 'authentication',
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    passwords: Passwords;
  }
}

/** A cost below this is fit for tests only. */
const SAFE_LN = 14;

export default definePlugin({
  name: 'passwords',
  version: '0.1.0',
  description: 'Hashes passwords with scrypt, and verifies the hashes that other systems of this interface left.',
  group: 'identity',
  cacheable: true,
  capabilities: ['authentication'],
  options: object({
    /** The power of two of what a new hash costs: each step up doubles its time and its memory. */
    cost: defaulted(max(min(integer(), 10), 18), DEFAULT_LN),
  }),
  setup(host, { cost }) {
    if (cost < SAFE_LN) host.log.warn(`the option cost, ${cost}, makes hashes that are cheap to try through`);
    host.provide(Passwords, {
      hash: (password) => hashPassword(password, cost),
      verify: verifyPassword,
      needsRehash: (hash) => needsRehash(hash, cost),
    });
  },
});
