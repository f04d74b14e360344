import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { HttpMiddleware } from '../../core/index.ts';

const responses = new AsyncLocalStorage<ServerResponse>();

/** The response to the client that the running request is for; it is destroyed when the client closes the connection. */
export const clientOfRequest = (): ServerResponse | undefined => responses.getStore();

/** Middleware that has it known for whom a request that may bring a password is worked on. */
export const rememberClient: HttpMiddleware = ({ method, req, res }, next) => {
  const isRead = method === 'GET' || method === 'HEAD';
  if (res === undefined || (isRead && req?.headers.authorization === undefined)) return next();
  return responses.run(res, next);
};
