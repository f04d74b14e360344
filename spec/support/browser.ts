import type { Generation } from '../../core/generation.ts';
import type { HttpContext, HttpRouter } from '../../core/index.ts';
import { RequestContext, RestRequest } from '../../core/index.ts';

type Handler = Parameters<HttpRouter['get']>[1];

/** The parts of a browser's request. */
export interface Sent {
  readonly form?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

/** The answer of a page. */
export interface PageAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers: Record<string, string>;
  readonly location: string | undefined;
  /** The options of the cookies that were set, by name. */
  readonly setCookies: Record<string, Record<string, unknown>>;
}

/** A browser without a network: makes requests to the pages and the interface of a generation, and stores cookies. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #generation: Generation;
  readonly #routes: { method: string; path: string; handler: Handler }[] = [];
  readonly #address: { secure: boolean; host: string; ip: string };

  constructor(generation: Generation, { secure = false, host = 'localhost', ip = '127.0.0.1' } = {}) {
    this.#generation = generation;
    this.#address = { secure, host, ip };
    const add = (method: string) => (path: string | RegExp, handler: Handler) =>
      void this.#routes.push({ method, path: String(path), handler });
    const router: HttpRouter = { get: add('GET'), post: add('POST'), all: add('*') };
    generation.hooks.get('http_routes').call(router);
  }

  /** Requests a page. */
  async page(method: string, url: string, { form, headers = {} }: Sent = {}): Promise<PageAnswer> {
    const { pathname, searchParams } = new URL(url, this.#generation.site.home);
    const route = this.#routes.find((known) => known.path === pathname && ['*', method].includes(known.method));
    if (route === undefined) throw new Error(`there is no page ${method} ${pathname}`);
    const answer = { status: 404, type: '', body: undefined as unknown, location: undefined as string | undefined };
    const out: Record<string, string> = {};
    const setCookies: Record<string, Record<string, unknown>> = {};
    const context = Object.assign(answer, {
      ...this.#address,
      method,
      path: pathname,
      querystring: searchParams.toString(),
      query: Object.fromEntries(searchParams),
      params: {},
      request: { body: form },
      cookies: {
        get: (name: string) => this.cookies.get(name),
        set: (name: string, value: string | null, options: Record<string, unknown> = {}) => {
          setCookies[name] = options;
          const isOver = options.expires instanceof Date && options.expires.getTime() <= 0;
          if (value === null || isOver) this.cookies.delete(name);
          else this.cookies.set(name, value);
        },
      },
      get: (name: string) => lowerCased(headers)[name.toLowerCase()] ?? '',
      set: (name: string, value: string) => void Object.assign(out, { [name]: value }),
      redirect: (location: string) => void Object.assign(answer, { status: 302, location }),
    });
    await route.handler(context as unknown as HttpContext, async () => {});
    const { status, type, body, location } = answer;
    return { status, type, text: String(body ?? ''), headers: out, location, setCookies };
  }

  /** Makes a request to the interface, with cookies. */
  async rest(method: string, route: string, init: Sent & { query?: object } = {}) {
    const { secure, host, ip } = this.#address;
    const context = new RequestContext({
      http: {
        tls: secure,
        serverName: host.replace(/:\d+$/, ''),
        remoteAddress: ip,
        cookie: (name) => this.cookies.get(name),
      },
    });
    const request = new RestRequest(method, route, { ...init, context });
    const { status, headers, body } = await this.#generation.server.serve(request);
    return { status, headers, json: body === null ? undefined : JSON.parse(String(body)), user: context.user, context };
  }
}

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
