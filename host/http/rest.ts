import { pipeline } from 'node:stream/promises';
import type { Context } from 'koa';
import {
  httpInfoOf,
  Reading,
  RequestContext,
  RestRequest,
  type RestServer,
  type ServedResponse,
} from '../../core/index.ts';
import type { RequestBody } from './body.ts';

/** Makes the interface's request of an HTTP request. */
export function toRestRequest(context: Context, route: string, query?: object, body?: RequestBody): RestRequest {
  const { req } = context;
  return new RestRequest(req.method!, route, {
    query,
    headers: req.headers,
    form: body?.form,
    body: body?.bytes,
    bodyPath: body?.path,
    files: body?.files,
    context: new RequestContext({ http: httpInfoOf(context), reading: Reading.of(req) }),
  });
}

/** Writes an answer: headers spelled as they are given, a length, and no body to HEAD. */
export function writeResponse(context: Context, served: ServedResponse, server: RestServer): Promise<void> | undefined {
  const { req, res } = context;
  const { status, body } = served;
  const bytes = body instanceof Uint8Array ? body : undefined;
  const whole = typeof body === 'string' ? (server.bytesOf(body) ?? body) : bytes;
  const isEmpty = body === null && req.method !== 'HEAD' && status !== 204;
  const length = whole !== undefined ? Buffer.byteLength(whole) : isEmpty ? 0 : undefined;
  res.writeHead(status, headerList(served.headers, length));
  // A text goes out in one piece with the headers; bytes would be a piece of their own.
  if (whole !== undefined || body === null || body === undefined) {
    res.end(whole);
    return undefined;
  }
  // A client that goes away in the middle is no failure of ours.
  return pipeline(body as NodeJS.ReadableStream, res).catch(() => void res.destroy());
}

const LENGTH = 'Content-Length';

/** Headers as a list of names and values, which Node.js takes as they are, with the length of the body if it is known. */
function headerList(headers: Readonly<Record<string, string>>, length: number | undefined): (string | number)[] {
  const list: (string | number)[] = [];
  for (const name of Object.keys(headers)) {
    const isLength = name.length === LENGTH.length && name.toLowerCase() === LENGTH.toLowerCase();
    if (!isLength || length === undefined) list.push(name, headers[name]!);
  }
  if (length !== undefined) list.push(LENGTH, length);
  return list;
}
