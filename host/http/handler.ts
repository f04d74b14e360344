import type { RequestListener } from 'node:http';
import type { Generation } from '../../core/generation.ts';
import { Application } from './application.ts';
import { closeWithConnection } from './pipelined-responses.ts';
import { acceptRequestLine } from './request-line.ts';
import type { HttpSettings } from './settings.ts';

/** A request's hold on the generation that serves it. */
export interface Lease {
  readonly generation: Generation;
  release(): void;
}

/** The settings of the request handler of a host. */
export interface HandlerSettings extends HttpSettings {
  /** Leases the running generation to a new request. */
  lease(): Lease;
}

/** Node.js warns of a leak when a response has more listeners than this. */
const MAX_LISTENERS = 50;

/** Handles each request with the Koa application of the running generation, which is leased until the response is sent. */
export function createHandler(settings: HandlerSettings): RequestListener {
  const handlers = new WeakMap<Generation, RequestListener>();
  const handlerOf = (generation: Generation): RequestListener => {
    let handler = handlers.get(generation);
    if (handler === undefined) {
      handler = new Application(generation, settings).callback();
      handlers.set(generation, handler);
    }
    return handler;
  };
  return (request, response) => {
    closeWithConnection(request, response);
    if (!acceptRequestLine(request, response)) return;
    // The client closed the connection while the request was queued, so that no event would end the request.
    if (response.destroyed) return;
    // Several parts of the host and several plugins listen for the end of a response.
    response.setMaxListeners(MAX_LISTENERS);
    const { generation, release } = settings.lease();
    response.on('close', release);
    handlerOf(generation)(request, response);
  };
}
