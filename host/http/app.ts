import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Router from '@koa/router';
import Koa, { type Context } from 'koa';
import { type Generation, isRestError, type Logger, type RestError, RestRequest, whenReady } from '../../core/index.ts';
import { type BodyLimits, isAnnounced, type RequestBody, readBody } from './body.ts';
import { closeWithConnection } from './queued.ts';
import { toRestRequest, writeResponse } from './rest.ts';
import { Scratch } from './scratch.ts';
import { readTarget, type Target } from './target.ts';

/** A generation that serves a request, held until the request has ended. */
export interface Lease {
  readonly generation: Generation;
  release(): void;
}

/** What the application needs of its host. */
export interface AppSettings extends BodyLimits {
  readonly trustProxy: boolean;
  readonly log: Logger;
  /** Whether each request is worth a line of the log. */
  readonly logRequests: boolean;
  /** Takes the generation that is to serve a new request. */
  lease(): Lease;
  /** The generation that is to serve a new request, for what is done at once. */
  current(): Generation;
}

/** The pages that the plugins of each generation register outside the interface. */
class Pages {
  readonly #middleware = new WeakMap<Generation, Koa.Middleware>();

  of(generation: Generation): Koa.Middleware {
    let middleware = this.#middleware.get(generation);
    if (middleware === undefined) {
      const router = new Router();
      generation.server.hooks.action('http_routes').call(router as never);
      middleware = router.routes() as unknown as Koa.Middleware;
      this.#middleware.set(generation, middleware);
    }
    return middleware;
  }
}

/** A page finds the parameters of a form or of JSON under `request.body`. */
function giveBody(context: Context, { form, files, bytes }: RequestBody): void {
  const json = () => new RestRequest(context.method, '/', { headers: context.headers, body: bytes }).paramsOf('json');
  Object.assign(context.request, { body: form ?? (bytes === undefined ? undefined : json()), files });
}

function answerPlainly(context: Context, error: RestError): void {
  context.status = error.status;
  context.body = `${error.message}\n`;
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

/** Answers requests: what `http_request` does not answer goes to the Koa application. */
export function createHandler(settings: AppSettings): RequestListener {
  const handle = createApp(settings).callback();
  return (request, response) => {
    closeWithConnection(request, response);
    // A client that has gone away while its request was held wants nothing any more, and nothing else would end it.
    if (response.destroyed) return;
    // Each part of the host that looks at how an answer ends listens, and so do plugins.
    response.setMaxListeners(MOST_LISTENERS);
    if (settings.logRequests) logRequest(request, response, settings.log);
    const { hooks } = settings.current().server;
    void whenReady(hooks.filter('http_request').run(false, request, response), (isAnswered) => {
      if (!isAnswered && !response.destroyed) void handle(request, response);
    });
  };
}

/** The Koa application of a host: the interface, then the pages of plugins, then 404. */
function createApp(settings: AppSettings): Koa {
  const { log } = settings;
  const app = new Koa({ proxy: settings.trustProxy });
  const pages = new Pages();

  const serve = async (context: Context, generation: Generation, scratch: Scratch): Promise<void> => {
    const { server } = generation;
    const { home, index } = generation.site;
    let target: Target;
    try {
      target = readTarget(context.url, { home, index, prefix: server.urlPrefix });
    } catch (error) {
      if (!isRestError(error)) throw error;
      return writeResponse(context, await server.serve(toRestRequest(context, '/', {}, {}), error), server);
    }
    let body: RequestBody = {};
    let unreadable: RestError | undefined;
    try {
      if (isAnnounced(context.req)) body = await readBody(context, settings, scratch);
    } catch (error) {
      if (!isRestError(error)) throw error;
      unreadable = error;
    }
    if (target.route !== null) {
      const request = toRestRequest(context, target.route, target.query, body);
      return writeResponse(context, await server.serve(request, unreadable), server);
    }
    if (unreadable !== undefined) return answerPlainly(context, unreadable);
    giveBody(context, body);
    await pages.of(generation)(context, async () => undefined);
    if (context.status === 404 && context.body == null) {
      context.status = 404;
      context.body = 'Not found\n';
    }
  };

  app.use(async (context) => {
    const { generation, release } = settings.lease();
    const scratch = new Scratch();
    context.res.on('close', () => {
      release();
      if (!scratch.isUsed) return;
      scratch.remove().catch((error) => log.error({ err: error }, 'the files of a request could not be removed'));
    });
    try {
      await serve(context, generation, scratch);
    } catch (error) {
      const { status, expose } = error as { status?: number; expose?: boolean };
      if (expose === true && status !== undefined) return context.throw(status, error as Error);
      log.error({ err: error, method: context.method, url: context.url }, 'a request failed');
      if (context.res.headersSent) return void context.res.destroy();
      context.respond = true;
      context.status = 500;
      context.body = 'The server failed to answer.\n';
    }
  });
  app.on('error', (error) => log.error({ err: error }, 'a request failed'));
  return app;
}
