import Koa, { type Context, type Middleware } from 'koa';
import type { Generation } from '../../core/generation.ts';
import type { HttpApplication } from '../../core/index.ts';
import { believeProxies } from './client-connection.ts';
import { answerFailures, isClientGone } from './failures.ts';
import { answerInterface } from './interface.ts';
import { logRequests } from './log-requests.ts';
import { answerPages } from './pages.ts';
import { identifyRequests } from './request-ids.ts';
import type { HttpSettings } from './settings.ts';

/**
 * The Koa application of a generation. Its middleware, outermost first: ids, failures and logs, then what the taps of
 * `http_app` add in their order, among them the interface and the pages (`own-middleware.ts`).
 */
export class Application extends Koa {
  readonly #generation: Generation;
  readonly #settings: HttpSettings;

  constructor(generation: Generation, settings: HttpSettings) {
    super();
    const isProxied = believeProxies(this.request, settings.trustProxy);
    this.#generation = generation;
    this.#settings = settings;
    this.on('error', (error: Error, context?: Context) => this.#fail(error, context));
    if (settings.requestIds) this.use(identifyRequests(isProxied));
    this.use(answerFailures(settings.log));
    if (settings.logRequests) this.use(logRequests(settings.log));
    this.#addMiddleware();
  }

  /** Adds the middleware that answers requests to the interface. */
  useInterface(): void {
    this.use(answerInterface(this.#generation, this.#settings));
  }

  /** Adds the middleware that answers requests for pages and files. */
  usePages(): void {
    this.use(answerPages(this.#generation, this.#settings));
  }

  #addMiddleware(): void {
    const own = this.middleware.length;
    try {
      this.#generation.server.hooks.action('http_app').call(this as HttpApplication);
    } catch (error) {
      // Middleware that could not be added may protect the rest, so every request fails without it.
      const fail: Middleware = () => Promise.reject(error);
      this.middleware.splice(own, this.middleware.length, fail);
    }
  }

  /** Logs a failure while a response is sent, and closes the connection if part of it has been sent. */
  #fail(error: Error, context: Context | undefined): void {
    if (isClientGone(error)) return;
    this.#settings.log.error({ err: error, method: context?.method, url: context?.url }, 'a request failed');
    if (context?.headerSent) context.res.destroy();
  }
}
