import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { MiddlewareContext } from '../../core/rest/index.ts';

/** The header by which proxies tell each other that a request has passed them (RFC 8586), and our name in it. */
export const LOOP = 'cdn-loop';
export const LOOP_NAME = 'tappet';

/** Headers that are about one connection alone (RFC 9110, 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Headers of requests that are not passed on: what the host has answered itself, what PHP would take for a setting of its
 * own, and what proxies say of a client, which is said anew as far as it is believed.
 */
const OF_REQUESTS = /^(?:expect|proxy|forwarded|x-forwarded-.*|x-real-ip|content-length)$/;

/** The headers that a `Connection` header names, which are about that connection too. */
const namedBy = (connection: string | undefined): ReadonlySet<string> =>
  new Set(connection?.split(',').map((name) => name.trim().toLowerCase()));

/** The headers that go on to the next connection. */
function endToEnd<T>(headers: NodeJS.Dict<T>, connection: string | undefined): [name: string, value: T][] {
  const named = namedBy(connection);
  return Object.entries(headers).filter(
    (entry): entry is [string, T] => entry[1] !== undefined && !HOP_BY_HOP.has(entry[0]) && !named.has(entry[0]),
  );
}

/** Whether a request has passed a host that passes it on already. */
export const hasPassed = (headers: IncomingHttpHeaders): boolean =>
  [headers[LOOP] ?? []].flat().some((list) => list.split(',').some((one) => one.split(';')[0]!.trim() === LOOP_NAME));

/** How the body of a request is delimited; none for a request without one. */
function framing(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' };
  return headers['content-length'] === undefined ? {} : { 'content-length': headers['content-length'] };
}

/** Whether a request has a body. */
export const hasBody = (headers: IncomingHttpHeaders): boolean => Object.keys(framing(headers)).length > 0;

/**
 * The headers with which a request is passed on, the client's credentials among them.
 *
 * @param host the `Host` to ask for; the one that the client asked for when undefined
 */
export function requestHeaders(
  { req, ip, secure, host: asked }: MiddlewareContext,
  host?: string,
): OutgoingHttpHeaders {
  const { headers } = req!;
  const passed = endToEnd(headers, headers.connection).filter(([name]) => !OF_REQUESTS.test(name));
  const loop = [headers[LOOP] ?? []].flat().concat(LOOP_NAME).join(', ');
  return {
    ...Object.fromEntries(passed),
    ...framing(headers),
    host: host ?? asked,
    'x-forwarded-for': ip,
    'x-forwarded-host': asked,
    'x-forwarded-proto': secure ? 'https' : 'http',
    'x-real-ip': ip,
    [LOOP]: loop,
  };
}

/** The headers with which an answer is handed on, each with all its values. */
export const answerHeaders = (headers: NodeJS.Dict<string[]>): [name: string, values: string[]][] =>
  endToEnd(headers, headers.connection?.join());
