import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CacheRecorder, DependencyVersions } from '../../core/cache/index.ts';
import type { MiddlewareContext } from '../../core/rest/index.ts';
import { describesBody } from './conditional.ts';

/** The headers of an answer: names as they are written on the wire, each with its value or its lines. */
export type AnswerHeaders = readonly (readonly [name: string, value: string | string[]])[];

/** An answer as it came out of the middleware behind the cache. */
export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Undefined for an answer to HEAD that has none. */
  readonly body: string | undefined;
}

/** A cached answer with the conditions under which it may be sent. */
export interface CachedAnswer extends Answer {
  readonly tag: string | undefined;
  /** The headers of the answer that says that nothing has changed. */
  readonly unchanged: AnswerHeaders;
  /** The site's address for which it was made. */
  readonly home: string;
  /** Whether it came by an encrypted connection. */
  readonly encrypted: boolean;
  /** The headers of the request that it depends on, names and values in turn. */
  readonly requestHeaders: readonly (string | undefined)[];
  /** The cookies that the request must not have. */
  readonly cookies: readonly string[];
  /** When it was made, by the clock of the process. */
  readonly madeAt: number;
  /** Its dependencies. */
  readonly madeOf: DependencyVersions;
  /** Other forms of the body that have been asked for, by name. */
  readonly forms: Map<string, Promise<Buffer>>;
  /** About how much memory it takes, in bytes; grows with each form of the body. */
  size: number;
}

/** The request that an answer was made for, and its dependencies. */
export interface Circumstances {
  readonly request: IncomingMessage;
  readonly recorder: CacheRecorder;
  readonly madeOf: DependencyVersions;
  readonly home: string;
}

/** The headers of a request that decide which address of the site it is for; a proxy may set them. */
const OF_CONNECTION = ['host', 'x-forwarded-host', 'x-forwarded-proto'];

/** The headers of an answer that Koa or the cache sets anew each time. */
const SET_ANEW = new Set(['content-length', 'etag']);

/** How much memory an answer takes in addition to its text. */
const OVERHEAD = 1500;

/** Whether a request comes by an encrypted connection. */
export const isEncrypted = ({ socket }: IncomingMessage): boolean =>
  (socket as { encrypted?: boolean }).encrypted === true;

/** A method of Node.js that is missing in its types. */
interface RawHeaderNames {
  getRawHeaderNames(): string[];
}

/** The headers that an answer has at present, as they are written on the wire. */
export function headersOf(context: MiddlewareContext): Map<string, string | string[]> {
  const res = context.res as ServerResponse & RawHeaderNames;
  const headers = new Map<string, string | string[]>();
  for (const name of res.getRawHeaderNames()) {
    const value = res.getHeader(name)!;
    headers.set(name, Array.isArray(value) ? value : String(value));
  }
  return headers;
}

/**
 * The answer that middleware gave, with the headers that were not there before; undefined for one that cannot be
 * cached: a stream, bytes, or one that sets a cookie.
 */
export function answerOf(context: MiddlewareContext, before: ReadonlyMap<string, unknown>): Answer | undefined {
  const { status, body } = context;
  if (typeof body !== 'string' && body !== undefined) return undefined;
  const headers = [...headersOf(context)].filter(
    ([name, value]) => !SET_ANEW.has(name.toLowerCase()) && String(before.get(name)) !== String(value),
  );
  const has = (header: string) => headers.some(([name]) => name.toLowerCase() === header);
  if (has('set-cookie') || (body !== undefined && !has('content-type'))) return undefined;
  return { status, headers, body };
}

/**
 * A strong entity tag: a digest of status, headers and body. None for an answer to HEAD whose body was not made, as the
 * tag of one to GET is not known, and another would tell a cache that what it has is stale (RFC 9111, 4.3.5).
 */
export function tagOf({ status, headers, body }: Answer): string | undefined {
  if (body === undefined) return undefined;
  const hash = createHash('sha1')
    .update(`${status}${JSON.stringify(headers)}`)
    .update(body);
  return `"${hash.digest('base64url')}"`;
}

/** Brings an answer into the form in which it is cached. */
export function cachedAnswer(answer: Answer, tag: string | undefined, made: Circumstances): CachedAnswer {
  const { request, recorder, madeOf, home } = made;
  const { status, body } = answer;
  const headers: AnswerHeaders = tag === undefined ? answer.headers : [...answer.headers, ['ETag', tag]];
  const names = [...new Set([...OF_CONNECTION, ...recorder.headers])];
  const requestHeaders = names.flatMap((name) => [name, request.headers[name]?.toString()]);
  const length = [...headers.flat(2), ...requestHeaders].reduce((sum, text = '') => sum + text.length, 0);
  return {
    status,
    headers,
    body,
    tag,
    unchanged: headers.filter(([name]) => !describesBody(name)),
    home,
    encrypted: isEncrypted(request),
    requestHeaders,
    cookies: [...recorder.cookies],
    madeAt: performance.now(),
    madeOf,
    forms: new Map(),
    size: OVERHEAD + Buffer.byteLength(body ?? '') + 2 * length + 2 * (request.url?.length ?? 0),
  };
}
