import type { Generation } from '../../core/generation.ts';
import type { HttpContext, HttpRouter } from '../../core/index.ts';

type Handler = Parameters<HttpRouter['get']>[1];

/** The answer of a page. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const NOT_FOUND: PageAnswer = { status: 404, headers: {}, text: '' };

/** The handlers that plugins registered for a path outside the REST interface, each of which may leave it to the next. */
function handlersOf({ server }: Generation, method: string, path: string): Handler[] {
  const found: Handler[] = [];
  const add =
    (...methods: string[]) =>
    (pattern: string | RegExp, handler: Handler): void => {
      const fits = typeof pattern === 'string' ? pattern === path : pattern.test(path);
      if (fits && methods.includes(method)) found.push(handler);
    };
  const router: HttpRouter = { get: add('GET', 'HEAD'), post: add('POST'), all: add('GET', 'HEAD', 'POST') };
  server.hooks.action('http_routes').call(router);
  return found;
}

/** Requests a page in memory, as a browser without cookies. */
export async function pageAnswer(
  generation: Generation,
  method: string,
  url: string,
  sent: Readonly<Record<string, string>>,
): Promise<PageAnswer> {
  const { pathname, search, searchParams } = new URL(url, generation.site.home);
  const handlers = handlersOf(generation, method, pathname);
  if (handlers.length === 0) return NOT_FOUND;
  const headers: Record<string, string> = {};
  let given: number | undefined;
  const set = (name: string, value: string | string[]): void => void Object.assign(headers, { [name]: String(value) });
  const context: HttpContext = {
    method,
    path: pathname,
    querystring: search.slice(1),
    query: Object.fromEntries(searchParams),
    params: {},
    secure: false,
    host: 'localhost',
    ip: '127.0.0.1',
    request: {},
    cookies: { get: () => undefined, set: () => undefined },
    get: (name) => sent[name] ?? '',
    set,
    remove: (name) => void delete headers[name],
    append: (name, value) => set(name, headers[name] === undefined ? value : `${headers[name]}, ${value}`),
    // As in Koa, the status is 200 for a page with a body unless the page sets another one.
    get status() {
      return given ?? (context.body == null ? 404 : 200);
    },
    set status(status) {
      given = status;
    },
    type: '',
    body: undefined,
    redirect(location) {
      set('Location', location);
      context.status = 302;
    },
  };
  const run = async (at: number): Promise<void> => {
    await handlers[at]?.(context, () => run(at + 1));
  };
  await run(0);
  const { body } = context;
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? String(body) : '';
  return { status: context.status, headers, text };
}
