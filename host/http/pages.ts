import type { IncomingMessage, ServerResponse } from 'node:http';
import Router from '@koa/router';
import Koa, { type Context } from 'koa';
import { type Generation, type Logger, type RestError, RestRequest } from '../../core/index.ts';
import type { RequestBody } from './body.ts';

/** A request outside the interface: the generation that answers it, and its body or what kept that from being read. */
export interface AskedPage {
  readonly generation: Generation;
  readonly body: RequestBody;
  readonly unreadable: RestError | undefined;
}

/** The Koa application of what lies outside the interface: the pages that plugins register, then 404. */
export class Pages {
  readonly #app: Koa;
  readonly #answer: ReturnType<Koa['callback']>;
  readonly #asked = new WeakMap<IncomingMessage, AskedPage>();
  readonly #routers = new WeakMap<Generation, Koa.Middleware>();
  readonly #log: Logger;

  constructor({ trustProxy, log }: { readonly trustProxy: boolean; readonly log: Logger }) {
    this.#log = log;
    this.#app = new Koa({ proxy: trustProxy });
    this.#app.use((context) => this.#serve(context));
    this.#app.on('error', (error) => log.error({ err: error }, 'a request failed'));
    this.#answer = this.#app.callback();
  }

  /** What Koa knows of a connection: by it the interface learns of proxies, addresses and cookies too. */
  contextOf(request: IncomingMessage, response: ServerResponse): Context {
    return this.#app.createContext(request, response);
  }

  /** Answers a request for a page. */
  answer(request: IncomingMessage, response: ServerResponse, asked: AskedPage): Promise<void> {
    this.#asked.set(request, asked);
    return this.#answer(request, response);
  }

  async #serve(context: Context): Promise<void> {
    const { generation, body, unreadable } = this.#asked.get(context.req)!;
    if (unreadable !== undefined) return answerPlainly(context, unreadable);
    try {
      giveBody(context, body);
      await this.#routerOf(generation)(context, async () => undefined);
    } catch (error) {
      return this.#fail(context, error);
    }
    if (context.status === 404 && context.body == null) {
      context.status = 404;
      context.body = 'Not found\n';
    }
  }

  /** What the plugins of a generation registered. */
  #routerOf(generation: Generation): Koa.Middleware {
    let middleware = this.#routers.get(generation);
    if (middleware === undefined) {
      const router = new Router();
      generation.server.hooks.action('http_routes').call(router as never);
      middleware = router.routes() as unknown as Koa.Middleware;
      this.#routers.set(generation, middleware);
    }
    return middleware;
  }

  #fail(context: Context, error: unknown): void {
    const { status, expose } = error as { status?: number; expose?: boolean };
    if (expose === true && status !== undefined) context.throw(status, error as Error);
    this.#log.error({ err: error, method: context.method, url: context.url }, 'a request failed');
    if (context.res.headersSent) {
      context.res.destroy();
      return;
    }
    context.respond = true;
    context.status = 500;
    context.body = 'The server failed to answer.\n';
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
