import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The most rounds (as a power of two) that a stored hash may ask for: a second of work, not an hour. */
const MAX_ROUNDS_LOG2 = 20;

/** What the hashes of other systems begin with: 2^13 rounds. */
const NEW = '$P$B';

/** Whether a stored hash is of the portable phpass scheme: `$P$` or `$H$`, a cost, eight of salt, 22 of digest. */
export function isPhpass(hash: string): boolean {
  return /^\$[PH]\$[./0-9A-Za-z]{31}$/.test(hash);
}

/** The power of two of the rounds of a phpass hash; undefined where it is out of bounds. */
function roundsLog2(hash: string): number | undefined {
  const log2 = ALPHABET.indexOf(hash.charAt(3));
  return log2 < 7 || log2 > MAX_ROUNDS_LOG2 ? undefined : log2;
}

/** What it costs to check a phpass hash; undefined for one that is not checked. */
export function phpassCost(hash: string): string | undefined {
  const log2 = roundsLog2(hash);
  return log2 === undefined ? undefined : `phpass ${log2}`;
}

/** Checks a password against a portable phpass hash: MD5, salted, repeated. False for a cost out of bounds. */
export function verifyPhpass(password: string, hash: string): boolean {
  const log2 = roundsLog2(hash);
  if (log2 === undefined) return false;
  return timingSafeEqual(Buffer.from(digestOf(password, hash.slice(4, 12), log2)), Buffer.from(hash.slice(12)));
}

/** Hashes a password as systems do that know the portable scheme alone. */
export function hashPhpass(password: string): string {
  const salt = encode(randomBytes(6));
  return `${NEW}${salt}${digestOf(password, salt, ALPHABET.indexOf(NEW.charAt(3)))}`;
}

/** A hash as new ones are, which no password fits. */
export const decoyPhpass = (): string => `${NEW}${encode(randomBytes(6))}${encode(randomBytes(16))}`;

function digestOf(password: string, salt: string, roundsLog2: number): string {
  const bytes = Buffer.from(password);
  let digest = createHash('md5').update(salt).update(bytes).digest();
  for (let round = 2 ** roundsLog2; round > 0; round--)
    digest = createHash('md5').update(digest).update(bytes).digest();
  return encode(digest);
}

/** The scheme's own base 64: little-endian groups of three bytes, six bits a character, lowest first. */
function encode(digest: Buffer): string {
  let text = '';
  for (let start = 0; start < digest.length; start += 3) {
    const group = digest.subarray(start, start + 3);
    let bits = group.reduce((sum, byte, index) => sum | (byte << (8 * index)), 0);
    for (let count = 0; count <= group.length; count++, bits >>>= 6) text += ALPHABET.charAt(bits & 63);
  }
  return text;
}
