import { pipeline } from 'node:stream/promises';
import type { Context } from 'koa';
import {
  httpInfoOf,
  merged,
  Reading,
  RequestContext,
  RestRequest,
  type RestServer,
  type ServedResponse,
} from '../../core/index.ts';
import type { RequestBody } from './body.ts';

/** Makes the interface's request of an HTTP request. */
export function toRestRequest(context: Context, route: string, query: object, body: RequestBody): RestRequest {
  return new RestRequest(context.method, route, {
    query,
    headers: context.headers,
    form: body.form,
    body: body.bytes,
    bodyPath: body.path,
    files: body.files,
    context: new RequestContext({ http: httpInfoOf(context), reading: Reading.of(context.req) }),
  });
}

/** Writes an answer: headers spelled as they are given, a length, and no body to HEAD. */
export function writeResponse(context: Context, served: ServedResponse, server: RestServer): Promise<void> | undefined {
  const { res } = context;
  context.respond = false;
  const headers: Record<string, string | number> = merged(served.headers);
  const { body } = served;
  const text = typeof body === 'string' ? body : undefined;
  const whole = body instanceof Uint8Array ? body : text === undefined ? undefined : (server.bytesOf(text) ?? text);
  if (whole !== undefined) headers['Content-Length'] = Buffer.byteLength(whole);
  else if (body === null && context.method !== 'HEAD' && served.status !== 204) headers['Content-Length'] = 0;
  res.writeHead(served.status, headers);
  // A text goes out in one piece with the headers; bytes would be a piece of their own.
  if (whole !== undefined || body === null || body === undefined) {
    res.end(whole);
    return undefined;
  }
  // A client that goes away in the middle is no failure of ours.
  return pipeline(body as NodeJS.ReadableStream, res).catch(() => void res.destroy());
}
