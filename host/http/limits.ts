import type { Context } from 'koa';
import { isRestError, RestError } from '../../core/index.ts';
import { faultOf } from '../../core/rest/index.ts';
import type { AllBodyLimits, BodyLimits } from './settings.ts';

/** What is found out before a body is read. */
export interface BodyTaker {
  /** Whether anything takes the body of the request. */
  isTaken(): boolean;
  /** Whether the client is signed in, as far as the headers tell. */
  isSignedIn(): Promise<boolean>;
}

/**
 * How large the body of a request may be. Who it is from is found out only where that makes a difference: a short body
 * of text may be anybody's. A compressed text may be no larger than anybody's when it is unpacked, signed in or not: a
 * few bytes hold megabytes.
 */
export async function limitsFor(
  { request }: Context,
  isText: boolean,
  settings: AllBodyLimits,
  taker: BodyTaker,
): Promise<BodyLimits> {
  const { anonymousBodyLimit: least } = settings;
  const isPacked = isText && request.get('Content-Encoding') !== '';
  const isShort = isText && request.length !== undefined && request.length <= least;
  return isPacked || isShort || !(await taker.isSignedIn().catch(toldLater)) ? anonymousLimits(settings) : settings;
}

/** What fails here fails again when the request is answered, and is told of there; a fault of the machine is told at once. */
function toldLater(error: unknown): false {
  const fault = isRestError(error) ? error : faultOf(error);
  if (fault !== undefined && fault.status >= 500) throw fault;
  return false;
}

const cached = new WeakMap<AllBodyLimits, BodyLimits>();

/** The limits of those who are not signed in; the same object for the same settings, since parsers are made for it. */
function anonymousLimits(settings: AllBodyLimits): BodyLimits {
  const { anonymousBodyLimit: least, bodyLimit, uploadLimit } = settings;
  const limits = cached.get(settings) ?? {
    bodyLimit: Math.min(least, bodyLimit),
    uploadLimit: Math.min(least, uploadLimit),
  };
  cached.set(settings, limits);
  return limits;
}

/** How deep JSON may be nested, as deep as the reference reads it. */
const MOST_DEPTH = 512;

/** The most members that the lists and maps of a JSON text may have together. */
const MOST_MEMBERS = 100_000;

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((sign) => sign.charCodeAt(0)) as [number, number, number];
const OPENING: ReadonlySet<number> = new Set([...'[{'].map((sign) => sign.charCodeAt(0)));
const CLOSING: ReadonlySet<number> = new Set([...']}'].map((sign) => sign.charCodeAt(0)));

/** Refuses JSON that is nested too deeply or has too many members, before it is parsed. */
export function limitJson(bytes: Uint8Array): void {
  let [depth, members, isInText] = [0, 0, false];
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    if (isInText) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) isInText = true;
    else if (byte === COMMA) members++;
    else if (OPENING.has(byte)) depth++;
    else if (CLOSING.has(byte)) depth--;
    if (depth > MOST_DEPTH) throw tooMuch(`nested deeper than ${MOST_DEPTH} levels`);
    if (members > MOST_MEMBERS) throw tooMuch(`of more than ${MOST_MEMBERS} members`);
  }
}

const tooMuch = (what: string): RestError =>
  new RestError('rest_invalid_json', `The body is JSON ${what}.`, {
    status: 400,
    json_error_code: 1,
    json_error_message: 'Maximum stack depth exceeded',
  });
