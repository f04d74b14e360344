import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { trimEnd } from '../../core/text/index.ts';

/** The cost of a scrypt hash: `ln`, the power of two of N; `r`, the block size; `p`, how often it runs. */
interface Cost {
  ln: number;
  r: number;
  p: number;
}

/** What new hashes cost beside `ln`, which is the site's choice. */
const BLOCKS = { r: 8, p: 3 };

/** The `ln` of new hashes unless the site chooses another: 32 MiB and about a fifth of a second. */
export const DEFAULT_LN = 15;

const HASH = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22,86})\$([A-Za-z0-9+/]{43,86})$/;

/** Bounds for what a stored hash may ask for, so that a forged row cannot exhaust the process. */
const MAX_MEMORY = 256 * 1024 * 1024;
const MAX_RUNS = 16;

interface ParsedHash {
  cost: Cost;
  salt: Buffer;
  key: Buffer;
}

function parseHash(hash: string): ParsedHash | null {
  const match = HASH.exec(hash);
  if (!match) return null;
  const [, ln, r, p, salt = '', key = ''] = match;
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const inBounds = cost.ln > 0 && cost.r > 0 && cost.p > 0 && cost.p <= MAX_RUNS && memory(cost) <= MAX_MEMORY;
  return inBounds ? { cost, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') } : null;
}

function memory({ ln, r }: Cost): number {
  return 128 * 2 ** ln * r;
}

/** Blocks the thread: the asynchronous function would take a thread of those that uploads and files need. */
function derive(password: string, salt: Buffer, length: number, cost: Cost): Buffer {
  return scryptSync(password, salt, length, { N: 2 ** cost.ln, r: cost.r, p: cost.p, maxmem: 2 * memory(cost) });
}

function base64(bytes: Buffer): string {
  return trimEnd(bytes.toString('base64'), '=');
}

/** Whether a stored hash says that it is one of ours, `$scrypt$ln=..,r=..,p=..$salt$key`. */
export function isScrypt(hash: string): boolean {
  return hash.startsWith('$scrypt$');
}

/** Hashes a password with a fresh salt of 16 bytes; `ln` is the power of two of the cost. */
export function hashScrypt(password: string, ln: number): string {
  const salt = randomBytes(16);
  return write(ln, salt, derive(password, salt, 32, { ln, ...BLOCKS }));
}

/** A hash as new ones are, whose key is random: no password fits it, and it costs nothing to make. */
export const decoyScrypt = (ln: number): string => write(ln, randomBytes(16), randomBytes(32));

const write = (ln: number, salt: Buffer, key: Buffer): string =>
  `$scrypt$ln=${ln},r=${BLOCKS.r},p=${BLOCKS.p}$${base64(salt)}$${base64(key)}`;

/** What it costs to check one of our hashes; undefined for one that is not checked. */
export function scryptCost(hash: string): string | undefined {
  const cost = parseHash(hash)?.cost;
  return cost && `scrypt ${cost.ln},${cost.r},${cost.p}`;
}

/** Checks a password against one of our hashes; false when the hash is malformed or asks for too much. */
export function verifyScrypt(password: string, hash: string): boolean {
  const parsed = parseHash(hash);
  if (!parsed) return false;
  return timingSafeEqual(derive(password, parsed.salt, parsed.key.length, parsed.cost), parsed.key);
}

/** Whether a hash of ours was made at another cost than new ones are. */
export function isStaleScrypt(hash: string, ln: number): boolean {
  const cost = parseHash(hash)?.cost;
  return !cost || cost.ln !== ln || cost.r !== BLOCKS.r || cost.p !== BLOCKS.p;
}
