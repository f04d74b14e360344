import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Context } from 'koa';
import {
  type Generation,
  isRestError,
  type Logger,
  type MaybePromise,
  type RestError,
  type RestRequest,
  recover,
  whenReady,
} from '../../core/index.ts';
import { type BodyLimits, isAnnounced, type RequestBody, readBody } from './body.ts';
import { Pages } from './pages.ts';
import { closeWithConnection } from './queued.ts';
import { toRestRequest, writeResponse } from './rest.ts';
import { Scratch } from './scratch.ts';
import { readTarget, type Target } from './target.ts';

/** A generation that serves a request, held until the request has ended. */
export interface Lease {
  readonly generation: Generation;
  release(): void;
}

/** What answering requests takes of a host. */
export interface HandlerSettings extends BodyLimits {
  readonly trustProxy: boolean;
  readonly log: Logger;
  /** Whether each request is worth a line of the log. */
  readonly logRequests: boolean;
  /** Takes the generation that is to serve a new request. */
  lease(): Lease;
  /** The generation that is to serve a new request, for what is done at once. */
  current(): Generation;
}

/** Writes a line of the log when a request has ended. */
function logRequest({ method, url, headers }: IncomingMessage, response: ServerResponse, log: Logger): void {
  const start = performance.now();
  response.once('close', () => {
    const ms = Math.round((performance.now() - start) * 10) / 10;
    log.debug({ method, url, status: response.statusCode, ms, headers }, 'request');
  });
}

/** More than this on one answer are a leak. */
const MOST_LISTENERS = 50;

/** Answers requests: what `http_request` does not answer goes to the interface, or to the pages of plugins. */
export function createHandler(settings: HandlerSettings): RequestListener {
  const answer = createAnswerer(settings);
  return (request, response) => {
    closeWithConnection(request, response);
    // A client that has gone away while its request was held wants nothing any more, and nothing else would end it.
    if (response.destroyed) return;
    // Each part of the host that looks at how an answer ends listens, and so do plugins.
    response.setMaxListeners(MOST_LISTENERS);
    if (settings.logRequests) logRequest(request, response, settings.log);
    const { hooks } = settings.current().server;
    void whenReady(hooks.filter('http_request').run(false, request, response), (isAnswered) => {
      if (!isAnswered && !response.destroyed) void answer(request, response);
    });
  };
}

/**
 * Answers with the interface what is asked of it, and anything else with the pages of plugins. Of Koa the interface needs
 * what it knows of the connection, and none of its middleware, which takes longer than a short answer.
 */
function createAnswerer(
  settings: HandlerSettings,
): (request: IncomingMessage, response: ServerResponse) => MaybePromise<void> {
  const { log } = settings;
  const pages = new Pages(settings);

  /** Answers a request to the interface, or what kept it from being read. */
  const answer = (request: RestRequest, context: Context, { server }: Generation, unreadable?: RestError) =>
    whenReady(server.serve(request, unreadable), (served) => writeResponse(context, served, server));

  /** Reads the body of a request; its files are there until the answer is sent. */
  const bodyOf = (context: Context): Promise<RequestBody> => {
    const scratch = new Scratch();
    context.res.on('close', () => {
      scratch.remove().catch((error) => log.error({ err: error }, 'the files of a request could not be removed'));
    });
    return readBody(context, settings, scratch);
  };

  const serve = (context: Context, generation: Generation): MaybePromise<void> => {
    const { req, res } = context;
    const { home, index } = generation.site;
    let target: Target;
    try {
      target = readTarget(req.url!, { home, index, prefix: generation.server.urlPrefix });
    } catch (error) {
      if (!isRestError(error)) throw error;
      return answer(toRestRequest(context, '/'), context, generation, error);
    }
    const { route, query } = target;
    const goOn = (body?: RequestBody, unreadable?: RestError): MaybePromise<void> =>
      route === null
        ? pages.answer(req, res, { generation, body: body ?? {}, unreadable })
        : answer(toRestRequest(context, route, query, body), context, generation, unreadable);
    if (!isAnnounced(req)) return goOn();
    return bodyOf(context).then(goOn, (error: unknown) => {
      if (!isRestError(error)) throw error;
      return goOn(undefined, error);
    });
  };

  const fail = ({ method, url }: IncomingMessage, response: ServerResponse, error: unknown): void => {
    log.error({ err: error, method, url }, 'a request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end('The server failed to answer.\n');
  };

  return (request, response) => {
    const { generation, release } = settings.lease();
    response.on('close', release);
    return recover(
      () => serve(pages.contextOf(request, response), generation),
      (error) => fail(request, response, error),
    );
  };
}
