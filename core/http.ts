import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Reading } from './reading.ts';
import { type HttpInfo, RequestContext } from './rest/context.ts';

/** A request outside the interface, as a plugin's page sees it. Koa's context fits it. */
export interface HttpContext {
  readonly method: string;
  readonly path: string;
  readonly querystring: string;
  readonly query: Record<string, string | string[] | undefined>;
  readonly params: Record<string, string>;
  readonly secure: boolean;
  readonly host: string;
  readonly ip: string;
  /** The request as Node.js has it; absent for one that came by no connection. */
  readonly req?: IncomingMessage;
  /** The parsed body of a form or JSON request. */
  readonly request: { body?: unknown };
  readonly cookies: {
    get(name: string): string | undefined;
    set(name: string, value: string | null, options?: Record<string, unknown>): unknown;
  };
  get(header: string): string;
  set(header: string, value: string): void;
  append(header: string, value: string): void;
  status: number;
  type: string;
  body: string | Buffer | Readable | object | null | undefined;
  redirect(url: string): void;
}

type Handler = (context: HttpContext) => Promise<void> | void;

/** Where plugins register pages and files that lie outside the interface; @koa/router fits it. */
export interface HttpRouter {
  get(path: string | RegExp, handler: Handler): unknown;
  post(path: string | RegExp, handler: Handler): unknown;
  all(path: string | RegExp, handler: Handler): unknown;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Whether a request comes from this machine; one that a proxy has passed on does not. */
export const isLocal = (http: Pick<HttpContext, 'ip' | 'get'>): boolean =>
  LOOPBACK.has(http.ip) && http.get('X-Forwarded-For') === '' && http.get('Forwarded') === '';

type Connection = Pick<HttpContext, 'secure' | 'host' | 'ip' | 'cookies' | 'req'>;

/** Finds out what is asked for, of which most requests need little. */
class ConnectionInfo implements HttpInfo {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get tls(): boolean {
    return this.#connection.secure;
  }

  get serverName(): string {
    return this.#connection.host.replace(/:\d+$/, '');
  }

  get remoteAddress(): string {
    return this.#connection.ip;
  }

  cookie(name: string): string | undefined {
    // Most requests have none, and what reads them takes its time to be made.
    const { req } = this.#connection;
    return req !== undefined && req.headers.cookie === undefined ? undefined : this.#connection.cookies.get(name);
  }
}

/** What is known of the connection that an HTTP request came by, as requests to the interface carry it. */
export const httpInfoOf = (context: Connection): HttpInfo => new ConnectionInfo(context);

/** The context in which a page asks the interface on behalf of whoever asks for the page, who is nobody yet. */
export const pageContextOf = (context: HttpContext): RequestContext =>
  new RequestContext({
    http: httpInfoOf(context),
    reading: context.req === undefined ? undefined : Reading.of(context.req),
  });
