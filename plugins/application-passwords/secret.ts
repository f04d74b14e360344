import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 24;
const PREFIX = '$sha256$';

/** Makes the secret of an application password: 24 letters and digits, 142 bits. */
export const makeSecret = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A secret as it is shown: in groups of four. */
export const chunkSecret = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');

/** What a client sent as password, without the blanks and whatever else no secret contains. */
export const plainSecret = (given: string): string => given.replace(/[^A-Za-z0-9]/g, '');

/**
 * Hashes a secret for storage: `$sha256$salt$digest`. A fast hash is enough for 142 random bits, which cannot be
 * guessed by trial, and every request has to check one.
 */
export function hashSecret(secret: string, salt = randomBytes(16).toString('base64url')): string {
  return `${PREFIX}${salt}$${createHmac('sha256', salt).update(secret).digest('base64url')}`;
}

/** Whether a stored hash is one of ours, not one that another system left. */
export const isOwnHash = (hash: string): boolean => hash.startsWith(PREFIX);

/** Checks a secret against one of our hashes, in constant time. */
export function fitsOwnHash(secret: string, hash: string): boolean {
  const [salt = ''] = hash.slice(PREFIX.length).split('$', 1);
  const [given, expected] = [Buffer.from(hashSecret(secret, salt)), Buffer.from(hash)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
