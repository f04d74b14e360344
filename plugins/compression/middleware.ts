import { pipeline, type Readable, Stream } from 'node:stream';
import compressible from 'compressible';
import type { Context, Middleware } from 'koa';
import type { ResponseCache } from '../response-cache/index.ts';
import type { Encoding } from './encodings.ts';

/** The statuses of answers that have no body, or a part of one whose place is counted in bytes as they are. */
const NOT_WHOLE: ReadonlySet<number> = new Set([204, 205, 206, 304]);

/** How answers are compressed. */
export interface CompressionSettings {
  readonly encodings: readonly Encoding[];
  /** How many bytes an answer has at least to be compressed. */
  readonly threshold: number;
  /** Holds the compressed bodies of cached answers; undefined where nothing is cached. */
  readonly cache: ResponseCache | undefined;
}

/**
 * Koa middleware that compresses what the middleware behind it answers. It is our own, as `koa-compress` has no place for
 * a body that has been compressed before.
 */
export function compressAnswers({ encodings, threshold, cache }: CompressionSettings): Middleware {
  const least = Math.max(threshold, 1);
  return async (context, next) => {
    await next();
    context.vary('Accept-Encoding');
    if (context.status === 304) answerForCompressed(context);
    if (!mayCompress(context) || (context.length ?? least) < least) return;
    const encoding = encodings.find(({ name }) => context.acceptsEncodings(name) === name);
    if (encoding === undefined) return;
    // An answer to HEAD has the headers of one to GET, but for the length, which nobody knows without compressing it.
    const isHead = context.method === 'HEAD';
    context.body = isHead ? '' : await compressed(context, encoding, cache);
    if (isHead) context.remove('Content-Length');
    context.set('Content-Encoding', encoding.name);
    context.remove('Accept-Ranges');
    weakenTag(context);
  };
}

/** Whether an answer is one that compressing makes shorter, and has not been compressed before. */
function mayCompress({ body, status, headerSent, writable, response, res }: Context): boolean {
  if (headerSent || !writable || NOT_WHOLE.has(status)) return false;
  if (typeof body !== 'string' && !Buffer.isBuffer(body) && !(body instanceof Stream) && !isJson(body)) return false;
  if (res.hasHeader('Content-Encoding') || res.hasHeader('Content-Range')) return false;
  return compressible(response.type) === true && !/\bno-transform\b/i.test(String(res.getHeader('Cache-Control')));
}

/** Whether a body is a value that Koa sends as JSON. */
const isJson = (body: unknown): boolean =>
  Array.isArray(body) || (body != null && Object.getPrototypeOf(body) === Object.prototype);

/** The body in an encoding: that of a cached answer as it was compressed for the first request for it. */
async function compressed(
  { req, body }: Context,
  encoding: Encoding,
  cache: ResponseCache | undefined,
): Promise<Buffer | Stream> {
  // What goes wrong with the one or the other stream ends both, and Koa listens to the second.
  if (body instanceof Stream) return pipeline(body as Readable, encoding.stream(), () => undefined);
  if (typeof body !== 'string') return encoding.whole(Buffer.isBuffer(body) ? body : JSON.stringify(body));
  return cache?.formOf(req, body, encoding.name, encoding.whole) ?? encoding.whole(body);
}

/** Makes an entity tag a weak one: what is compressed is the same to a reader, and not in its bytes (RFC 9110, 8.8.1). */
function weakenTag({ res }: Context): void {
  const tag = res.getHeader('ETag');
  if (typeof tag === 'string' && !tag.startsWith('W/')) res.setHeader('ETag', `W/${tag}`);
}

/** Has a 304 bear the tag by which a client has its answer: a cache finds it by that (RFC 9111, 4.3.4). */
function answerForCompressed(context: Context): void {
  if (context.get('If-None-Match').includes(`W/${context.res.getHeader('ETag')}`)) weakenTag(context);
}
