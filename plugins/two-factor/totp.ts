import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds of a step: for so long, one code is shown. */
const STEP = 30;

/** How many steps a clock may be ahead or behind. */
const WINDOW = 1;

const DIGITS = 6;

/** The step of a time in seconds. */
const stepOf = (seconds: number): number => Math.floor(seconds / STEP);

/**
 * The code of a step: TOTP of RFC 6238 with HMAC-SHA-1 and six digits, which every authenticator app knows. It is one
 * HMAC of Node's and four bytes of it, so a library would add more than it takes away.
 */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE(mac[19]! & 0xf) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The step whose code was given, of those about a time; undefined when there is none, or none after `last`, the step of
 * the code that was used last. All codes are compared in constant time.
 */
export function matchingStep(
  given: string,
  { secret, last, seconds }: { readonly secret: Buffer; readonly last: number; readonly seconds: number },
): number | undefined {
  const code = Buffer.from(given);
  if (code.length !== DIGITS) return undefined;
  let found: number | undefined;
  for (let step = stepOf(seconds) - WINDOW; step <= stepOf(seconds) + WINDOW; step++) {
    if (step < 0) continue;
    const isSame = timingSafeEqual(code, Buffer.from(codeOf(secret, step)));
    if (isSame && step > last) found ??= step;
  }
  return found;
}
