import type { Generation } from '../../core/generation.ts';
import type { HttpContext, HttpRouter } from '../../core/index.ts';

/** The answer of a page. */
export interface Page {
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Requests a page in memory as the host's router does; undefined if no plugin serves its path. */
export async function visit(generation: Generation, path: string, secure = false): Promise<Page | undefined> {
  const handlers = new Map<string | RegExp, Parameters<HttpRouter['get']>[1]>();
  const add: HttpRouter['get'] = (route, handler) => handlers.set(route, handler);
  const router: HttpRouter = { get: add, post: () => undefined, all: add };
  generation.server.hooks.action('http_routes').call(router);

  const [pathname = '', querystring = ''] = path.split('?');
  const handler = handlers.get(pathname);
  if (handler === undefined) return undefined;
  const headers: Record<string, string> = {};
  const context: HttpContext = {
    method: 'GET',
    path: pathname,
    querystring,
    query: Object.fromEntries(new URLSearchParams(querystring)),
    params: {},
    secure,
    host: 'localhost:8080',
    ip: '127.0.0.1',
    request: {},
    cookies: { get: () => undefined, set: () => undefined },
    get: () => '',
    set: (name, value) => {
      headers[name] = String(value);
    },
    remove: (name) => void delete headers[name],
    append: (name, value) => {
      headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
    },
    status: 200,
    type: '',
    body: undefined,
    redirect: () => undefined,
  };
  await handler(context, async () => {});
  return { status: context.status, type: context.type, headers, body: String(context.body ?? '') };
}
