import type { Middleware } from 'koa';
import type { Logger } from '../../core/index.ts';

/** Koa middleware that logs each request when it has ended. */
export const logRequests =
  (log: Logger): Middleware =>
  ({ req, res }, next) => {
    const { method, url, headers } = req;
    const start = performance.now();
    res.once('close', () => {
      const ms = Math.round((performance.now() - start) * 10) / 10;
      log.debug({ method, url, status: res.statusCode, ms, headers }, 'request');
    });
    return next();
  };
