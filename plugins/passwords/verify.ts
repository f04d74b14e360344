import { bcryptCost, decoyBcrypt, hashBcrypt, verifyBcrypt } from './bcrypt.ts';
import type { HashFormat } from './format.ts';
import { isMd5, verifyMd5 } from './md5.ts';
import { decoyPhpass, hashPhpass, isPhpass, phpassCost, verifyPhpass } from './phpass.ts';
import { DEFAULT_LN, decoyScrypt, hashScrypt, isScrypt, isStaleScrypt, scryptCost, verifyScrypt } from './scrypt.ts';
import { trimmed } from './trim.ts';

/** The longest password in bytes of UTF-8; longer ones never verify and are not hashed. */
export const MAX_PASSWORD_BYTES = 4096;

/** Whether a password is longer than any that is hashed. */
export const isTooLong = (password: string): boolean => Buffer.byteLength(password) > MAX_PASSWORD_BYTES;

/**
 * Hashes a password for storage: with scrypt of the cost 2^`ln`, or in a format that PHP reads. Blocks the thread.
 * @throws RangeError when it is longer than MAX_PASSWORD_BYTES.
 */
export async function hashPassword(password: string, ln = DEFAULT_LN, format: HashFormat = 'scrypt'): Promise<string> {
  if (isTooLong(password)) throw new RangeError(`A password has at most ${MAX_PASSWORD_BYTES} bytes.`);
  if (format === 'scrypt') return hashScrypt(password, ln);
  return format === 'phpass' ? hashPhpass(trimmed(password)) : hashBcrypt(trimmed(password));
}

/** A hash as new ones are, which no password fits. */
export function decoyHash(ln: number, format: HashFormat): string {
  if (format === 'scrypt') return decoyScrypt(ln);
  return format === 'phpass' ? decoyPhpass() : decoyBcrypt();
}

/**
 * Checks a password against a stored hash: ours (scrypt), phpass (`$P$`, `$H$`), bcrypt (`$2a$`, `$2b$`, `$2y$`), bcrypt
 * over an HMAC (`$wp$2y$`), or a plain MD5 digest. False for any other hash. Blocks the thread.
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (isTooLong(password)) return false;
  if (isScrypt(hash)) return verifyScrypt(password, hash);
  const given = trimmed(password);
  if (isPhpass(hash)) return verifyPhpass(given, hash);
  if (isMd5(hash)) return verifyMd5(given, hash);
  return verifyBcrypt(given, hash);
}

/** What it costs to check a password against a hash: the same text for the same work; empty for a hash of no kind. */
export function kindOf(hash: string): string {
  if (isMd5(hash)) return 'md5';
  const cost = isScrypt(hash) ? scryptCost : isPhpass(hash) ? phpassCost : bcryptCost;
  return cost(hash) ?? '';
}

/** Whether a password that just verified against this hash is better stored anew, at the cost 2^`ln`. */
export function needsRehash(hash: string, ln = DEFAULT_LN): boolean {
  return isStaleScrypt(hash, ln);
}
