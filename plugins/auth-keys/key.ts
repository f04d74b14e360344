import { createHash, randomBytes } from 'node:crypto';

/** A key of the site, of hexadecimal digits. The first of a list signs; those behind it are recognised for a time. */
export interface Key {
  readonly secret: string;
  /** When it is no longer recognised, in milliseconds since 1970; left out of one that still signs. */
  readonly until?: number;
}

const SECRET = /^[0-9a-f]{64,256}$/;

/** Whether a text can be the secret of a key: 64 to 256 hexadecimal digits. */
export const isSecret = (text: unknown): text is string => typeof text === 'string' && SECRET.test(text);

/** Makes a key of 64 random bytes. */
export const makeKey = (): Key => ({ secret: randomBytes(64).toString('hex') });

/** What tells a key from others and gives nothing of it away. */
export const fingerprintOf = ({ secret }: Key): string =>
  createHash('sha256').update(`fingerprint ${secret}`).digest('hex').slice(0, 16);
