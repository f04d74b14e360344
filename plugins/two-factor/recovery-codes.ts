import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { toBase32 } from './base32.ts';

const COUNT = 10;

/** Bytes of a code: 80 bits, sixteen letters. */
const BYTES = 10;

/** Recovery codes as they are stored: hashed with a salt. A fast hash is enough for 80 random bits. */
export interface StoredCodes {
  readonly salt: string;
  readonly hashes: readonly string[];
}

/** Makes ten recovery codes, as they are shown this once and as they are stored. */
export function makeRecoveryCodes(): { shown: string[]; stored: StoredCodes } {
  const codes = Array.from({ length: COUNT }, () => toBase32(randomBytes(BYTES)).toLowerCase());
  const salt = randomBytes(16).toString('base64url');
  return {
    shown: codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-')),
    stored: { salt, hashes: codes.map((code) => hash(code, salt)) },
  };
}

/** The codes without a given one; undefined when it is none of them. All are compared in constant time. */
export function withoutCode({ salt, hashes }: StoredCodes, given: string): StoredCodes | undefined {
  const digest = Buffer.from(hash(given.toLowerCase().replace(/[^a-z2-7]/g, ''), salt));
  const fits = (stored: string) => stored.length === digest.length && timingSafeEqual(Buffer.from(stored), digest);
  const left = hashes.filter((stored) => !fits(stored));
  return left.length === hashes.length ? undefined : { salt, hashes: left };
}

const hash = (code: string, salt: string): string => createHmac('sha256', salt).update(code).digest('base64url');
