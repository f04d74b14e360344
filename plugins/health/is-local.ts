import type { HttpContext } from '../../core/index.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Whether a request comes from this machine; one that a proxy says that it has passed on does not. */
export const isLocal = (http: Pick<HttpContext, 'ip' | 'get'>): boolean =>
  LOOPBACK.has(http.ip) &&
  ['X-Forwarded-For', 'X-Forwarded-Proto', 'Forwarded', 'Via'].every((name) => http.get(name) === '');
