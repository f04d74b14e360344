import { AsyncLocalStorage } from 'node:async_hooks';
import { userInfo } from 'node:os';
import type { HttpContext, HttpMiddleware } from '../../core/index.ts';

/** Where something was done from. */
export type Origin =
  | {
      readonly kind: 'http';
      readonly http: Omit<HttpContext, 'params'>;
      /** Who the interface found the request to be from; undefined where it was not asked, as for pages. */
      userId?: number;
    }
  | { readonly kind: 'cli'; readonly user: string }
  /** By the host itself, as when it publishes what is due. */
  | { readonly kind: 'host' };

const requests = new AsyncLocalStorage<Origin & { kind: 'http' }>();

/** The request that is being worked on, if it may be somebody's. */
export const currentRequest = (): (Origin & { kind: 'http' }) | undefined => requests.getStore();

/** A command that is run by whom the machine knows as the user of this process. */
export const ofCommand = (): Origin => ({ kind: 'cli', user: machineUser() });

/** Middleware that has it known which request something is done for; one that reads as nobody does nothing. */
export const rememberRequest: HttpMiddleware = (http, next) => {
  const isRead = http.method === 'GET' || http.method === 'HEAD';
  if (isRead && http.get('Authorization') === '' && http.get('Cookie') === '') return next();
  return requests.run({ kind: 'http', http }, next);
};

function machineUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A user whom the machine has no name for, as in a container.
    return '';
  }
}
