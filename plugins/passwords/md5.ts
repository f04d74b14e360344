import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a stored hash is a plain MD5 digest in hexadecimal, as very old sites and tools left them. */
export const isMd5 = (hash: string): boolean => /^[0-9a-f]{32}$/.test(hash);

/** Checks a password against a plain MD5 digest. */
export const verifyMd5 = (password: string, hash: string): boolean =>
  timingSafeEqual(createHash('md5').update(password).digest(), Buffer.from(hash, 'hex'));
