import { definePlugin, serviceToken } from '../../core/index.ts';
import { hashPassword, needsRehash, verifyPassword } from './verify.ts';

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
export const Passwords = serviceToken<Passwords>('passwords');

export default definePlugin({
  name: 'passwords',
  version: '0.1.0',
  description: 'Hashes passwords with scrypt, and verifies the hashes that other systems of this interface left.',
  setup(host) {
    host.provide(Passwords, { hash: hashPassword, verify: verifyPassword, needsRehash });
  },
});
