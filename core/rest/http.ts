import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { HttpInfo } from '../base/http-info.ts';
import { CacheRecorder } from '../cache/index.ts';
import { RequestContext } from './context.ts';

/** A request outside the interface, as a plugin's page sees it. The context of @koa/router fits it. */
export interface HttpContext {
  readonly method: string;
  readonly path: string;
  readonly querystring: string;
  readonly query: Record<string, string | string[] | undefined>;
  readonly params: Record<string, string>;
  readonly secure: boolean;
  readonly host: string;
  readonly ip: string;
  /** Request and response as Node.js has them; absent for a request that came by no connection. */
  readonly req?: IncomingMessage;
  readonly res?: ServerResponse;
  /** The parsed body of a form or JSON request. */
  readonly request: { body?: unknown };
  readonly cookies: {
    get(name: string): string | undefined;
    set(name: string, value: string | null, options?: Record<string, unknown>): unknown;
  };
  get(header: string): string;
  set(header: string, value: string | string[]): void;
  remove(header: string): void;
  append(header: string, value: string): void;
  status: number;
  type: string;
  body: string | Buffer | Readable | object | null | undefined;
  redirect(url: string): void;
}

/** Answers a request; one that calls `next` in place of that leaves it to the routes behind it. */
type Handler = (context: HttpContext, next: () => Promise<void>) => Promise<void> | void;

/** Where plugins register pages and files that lie outside the interface; @koa/router fits it. */
export interface HttpRouter {
  get(path: string | RegExp, handler: Handler): void;
  post(path: string | RegExp, handler: Handler): void;
  all(path: string | RegExp, handler: Handler): void;
}

/** A request as middleware sees it, before any page is matched to it. Koa's context fits it. */
export type MiddlewareContext = Omit<HttpContext, 'params'>;

interface Middleware {
  // A method, whose parameters TypeScript compares in both directions: middleware of the ecosystem names Koa's context.
  run(context: MiddlewareContext, next: () => Promise<void>): unknown;
}

/** A function of the Koa application: does its part, `await next()`, and its part of the answer. */
export type HttpMiddleware = Middleware['run'];

/** The application that answers every request by HTTP; Koa's fits it. */
export interface HttpApplication {
  use(middleware: HttpMiddleware): void;
}

/** The owner of the taps by which the host adds its own middleware. */
export const HTTP_HOST = 'host';

/**
 * The stages of `http_app` at which the middleware of the host and its plugins stand. A tap without a stage is before
 * all of them; one of a stage between two stands between them.
 */
export const HTTP_STAGES = { cache: 50, interface: 100, pages: 200 } as const;

const LOCAL_HOME = /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/]|$)/i;

/** Whether a site has an address of this machine alone. One with a public address may be behind a proxy of this machine. */
export const isLocalSite = ({ home }: { readonly home: string }): boolean => LOCAL_HOME.test(home);

type Connection = Pick<HttpContext, 'secure' | 'host' | 'ip' | 'cookies' | 'req'>;

/** Reads each property when it is used: most requests need few of them. */
class ConnectionInfo implements HttpInfo {
  readonly #connection: Connection;
  /** Remembered, as every address of the interface in an answer asks for it. */
  #tls: boolean | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get tls(): boolean {
    this.#tls ??= this.#connection.secure;
    return this.#tls;
  }

  get serverName(): string {
    return this.#connection.host.replace(/:\d+$/, '');
  }

  get remoteAddress(): string {
    return this.#connection.ip;
  }

  get url(): string | undefined {
    return this.#connection.req?.url;
  }

  cookie(name: string): string | undefined {
    // Most requests have none, and what reads them takes its time to be made.
    const { req } = this.#connection;
    return req !== undefined && req.headers.cookie === undefined ? undefined : this.#connection.cookies.get(name);
  }
}

/** The connection that an HTTP request came by, as requests to the interface carry it. */
export const httpInfoOf = (context: Connection): HttpInfo => new ConnectionInfo(context);

/** The context in which a page asks the interface on behalf of its visitor, who is not signed in yet. */
export const pageContextOf = (context: HttpContext): RequestContext =>
  new RequestContext({
    http: httpInfoOf(context),
    recorder: context.req === undefined ? undefined : CacheRecorder.of(context.req),
  });
