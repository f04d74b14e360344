import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';

const HEADER = 'X-Request-Id';

/** What is taken for an id: proxies make UUIDs, digits and base64. */
const ID = /^[\w.:+/=@-]{1,128}$/;

const ids = new AsyncLocalStorage<string>();

/** The id of the request that the running code belongs to; undefined where there is none, or requests have none. */
export const runningRequestId = (): string | undefined => ids.getStore();

/**
 * Koa middleware that gives each request an id, which the lines of the log that belong to it bear, and its answer: the one that a
 * believed proxy has sent, or a new one.
 */
export const identifyRequests =
  (isProxied: (request: IncomingMessage) => boolean): Middleware =>
  (context, next) => {
    const sent = context.get(HEADER);
    const id = ID.test(sent) && isProxied(context.req) ? sent : randomUUID();
    context.set(HEADER, id);
    return ids.run(id, next);
  };
