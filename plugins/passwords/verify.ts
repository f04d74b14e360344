import { createHmac } from 'node:crypto';
import { isPhpass, verifyPhpass } from './phpass.ts';
import { DEFAULT_LN, hashScrypt, isScrypt, isStaleScrypt, verifyScrypt } from './scrypt.ts';

/** The longest password in bytes of UTF-8; longer ones never verify and are not hashed. */
export const MAX_PASSWORD_BYTES = 4096;

const BCRYPT = /^\$2[aby]\$\d\d\$[./0-9A-Za-z]{53}$/;
const PREHASHED = '$wp$';

function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > MAX_PASSWORD_BYTES;
}

/**
 * Hashes a password for storage, with scrypt of the cost 2^`ln`.
 * @throws RangeError when it is longer than MAX_PASSWORD_BYTES.
 */
export async function hashPassword(password: string, ln = DEFAULT_LN): Promise<string> {
  if (isTooLong(password)) throw new RangeError(`A password has at most ${MAX_PASSWORD_BYTES} bytes.`);
  return hashScrypt(password, ln);
}

/**
 * Checks a password against a stored hash: ours (scrypt), phpass (`$P$`, `$H$`), bcrypt (`$2a$`, `$2b$`, `$2y$`),
 * or bcrypt over an HMAC (`$wp$2y$`). False for any other hash.
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (isTooLong(password)) return false;
  if (isScrypt(hash)) return verifyScrypt(password, hash);
  if (isPhpass(hash)) return verifyPhpass(password, hash);
  if (BCRYPT.test(hash)) return verifyBcrypt(password, hash);
  if (hash.startsWith(PREHASHED)) {
    const bcrypt = hash.slice(PREHASHED.length - 1);
    return BCRYPT.test(bcrypt) && verifyBcrypt(prehash(password), bcrypt);
  }
  return false;
}

/** Whether a password that just verified against this hash is better stored anew, at the cost 2^`ln`. */
export function needsRehash(hash: string, ln = DEFAULT_LN): boolean {
  return isStaleScrypt(hash, ln);
}

/** Few hashes are bcrypt's, so it is loaded for the first of them. */
async function verifyBcrypt(password: string, hash: string): Promise<boolean> {
  const { compare } = await import('bcryptjs');
  return compare(password, hash);
}

/** The input of bcrypt for `$wp$` hashes: a digest, so that all of a password counts, not only its first 72 bytes. */
function prehash(password: string): string {
  return createHmac('sha384', 'wp-sha384').update(password).digest('base64');
}
