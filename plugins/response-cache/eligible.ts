import type { IncomingMessage } from 'node:http';

/**
 * Whether a request may be answered with what was answered before: it reads, has no body, and comes with no proof of who
 * makes it. Of everything else that it bears, the answers themselves tell whether they depend on it.
 */
export function mayBeAnswered({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (headers.authorization !== undefined) return false;
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}
