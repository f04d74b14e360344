import { timingSafeEqual } from 'node:crypto';

/** What the hash of a secret begins with that WordPress 6.8 and later make. */
const PREFIX = '$generic$';

/** The key is the same on every site: it keeps hashes of this purpose from those of others. */
const OPTIONS = { key: new TextEncoder().encode('wp_fast_hash_6.8+'), dkLen: 30 } as const;

/** Whether a stored hash is a fast one that WordPress made. */
export const isGenericHash = (hash: string): boolean => hash.startsWith(PREFIX);

/** Hashes a secret as WordPress does from 6.8 on: `$generic$` and a keyed digest by BLAKE2b. */
export async function genericHash(secret: string): Promise<string> {
  const { blake2b } = await import('@noble/hashes/blake2.js');
  return PREFIX + Buffer.from(blake2b(secret, OPTIONS)).toString('base64url');
}

/** Checks a secret against such a hash, in constant time. */
export async function fitsGenericHash(secret: string, hash: string): Promise<boolean> {
  const [given, expected] = [Buffer.from(await genericHash(secret)), Buffer.from(hash)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
