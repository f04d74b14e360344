import { Agent as HttpAgent, type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';

/** Where requests go, and how long nothing may come from there, in milliseconds. */
export interface Upstream {
  readonly origin: URL;
  readonly timeout: number;
}

/** A request to the upstream. */
export interface UpstreamRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Readable | undefined;
  /** Ends the request when its answer is no longer wanted. */
  readonly signal?: AbortSignal;
}

/** Thrown when the upstream did not answer in time. */
export class UpstreamTimeout extends Error {
  override readonly name = 'UpstreamTimeout';
}

/** A connection for each request: PHP takes a hundred times longer than that, and one in reserve may close as it is used. */
const AGENTS = { http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) };

/**
 * Sends a request to the upstream, its body as it comes, and resolves with the answer as soon as its headers are there.
 * Redirects are not followed.
 */
export function ask(
  { origin, timeout }: Upstream,
  { method, path, headers, body, signal }: UpstreamRequest,
): Promise<IncomingMessage> {
  const { protocol, hostname, port } = origin;
  const isSecure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const settings = { protocol, host, port, method, path, headers, timeout, signal };
  return new Promise((resolve, reject) => {
    const asked = isSecure
      ? // The certificate is to be that of the upstream, whatever host is asked for there.
        requestHttps({ ...settings, agent: AGENTS.https, servername: isIP(host) === 0 ? host : '' })
      : requestHttp({ ...settings, agent: AGENTS.http });
    asked.on('timeout', () => asked.destroy(new UpstreamTimeout(`${origin.origin} was silent for ${timeout} ms`)));
    asked.on('error', reject);
    asked.on('response', resolve);
    if (body === undefined) {
      asked.end();
      return;
    }
    body.pipe(asked);
    // An answer may come before all of the body was read: the rest is discarded, so that the client can read the answer.
    asked.on('close', () => {
      body.unpipe(asked);
      body.resume();
    });
  });
}
