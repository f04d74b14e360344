import type { Context } from 'koa';
import type { ServedResponse } from '../../core/index.ts';

/** Sends a response of the REST interface with Koa, which adds no header but the length. */
export function send(context: Context, { status, headers, body }: ServedResponse): void {
  context.status = status;
  for (const name of Object.keys(headers)) {
    // Middleware in front may have said of other headers that the answer depends on them.
    if (name === 'Vary') context.vary(headers[name]!);
    else context.set(name, name === 'Set-Cookie' ? headers[name]!.split('\n') : headers[name]!);
  }
  // Koa writes a default body where none is set; a response to HEAD needs none.
  if (body === null && context.method === 'HEAD') return;
  const isTyped = context.res.hasHeader('Content-Type');
  context.body = bodyOf(body);
  if (!isTyped) context.remove('Content-Type');
}

function bodyOf(body: ServedResponse['body']): Exclude<ServedResponse['body'], null | undefined> {
  if (body === null || body === undefined) return '';
  if (!(body instanceof Uint8Array) || Buffer.isBuffer(body)) return body;
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
