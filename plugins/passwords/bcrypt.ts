import { createHmac, randomBytes } from 'node:crypto';

const BCRYPT = /^\$2[aby]\$(\d\d)\$[./0-9A-Za-z]{53}$/;
const PREHASHED = '$wp$';

/** The rounds of new hashes, as a power of two. */
const NEW_COST = 12;

/** The most rounds (as a power of two) that a stored hash may ask for: some seconds of work, not a day. */
const MAX_COST = 15;

/** What bcrypt compares: the hash in its own form, and whether it was made of a digest of the password. */
function parse(hash: string): { bcrypt: string; cost: number; isPrehashed: boolean } | undefined {
  const isPrehashed = hash.startsWith(PREHASHED);
  const bcrypt = isPrehashed ? hash.slice(PREHASHED.length - 1) : hash;
  const cost = Number(BCRYPT.exec(bcrypt)?.[1] ?? Number.NaN);
  return cost <= MAX_COST ? { bcrypt, cost, isPrehashed } : undefined;
}

/** What it costs to check a bcrypt hash; undefined for one that is not checked. */
export function bcryptCost(hash: string): string | undefined {
  const parsed = parse(hash);
  return parsed && `bcrypt ${parsed.cost}`;
}

/**
 * Checks a password against a bcrypt hash (`$2a$`, `$2b$`, `$2y$`), or one over an HMAC (`$wp$2y$`). Few hashes are
 * bcrypt's, so it is loaded for the first of them.
 */
export async function verifyBcrypt(password: string, hash: string): Promise<boolean> {
  const parsed = parse(hash);
  if (parsed === undefined) return false;
  const { compareSync } = await import('bcryptjs');
  return compareSync(parsed.isPrehashed ? prehash(password) : password, parsed.bcrypt);
}

/** Hashes a password with bcrypt over an HMAC: `$wp$2y$`. */
export async function hashBcrypt(password: string): Promise<string> {
  const { hashSync } = await import('bcryptjs');
  // PHP knows the scheme by another letter.
  return PREHASHED + hashSync(prehash(password), NEW_COST).replace(/^\$2[aby]\$/, '2y$');
}

/** A hash as new ones are, which no password fits. */
export const decoyBcrypt = (): string =>
  `${PREHASHED}2y$${NEW_COST}$${randomBytes(40).toString('base64').replaceAll('+', '.').slice(0, 53)}`;

/** The input of bcrypt for `$wp$` hashes: a digest, so that all of a password counts, not only its first 72 bytes. */
function prehash(password: string): string {
  return createHmac('sha384', 'wp-sha384').update(password).digest('base64');
}
