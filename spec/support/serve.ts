import type { Generation } from '../../core/generation.ts';
import { type CurrentUser, definePlugin, RequestContext, RestRequest, type RestServer } from '../../core/index.ts';
import { parseQuery } from '../../core/rest/index.ts';

/** The parts of a request beside its method and path. */
export interface ServeInit {
  readonly user?: CurrentUser;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, instead of JSON. */
  readonly raw?: Buffer;
  readonly tls?: boolean;
}

/** An answer as a client sees it. */
export interface Served {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; empty if there is none. */
  readonly text: string;
  /** The parsed JSON body; undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: each spec knows the shape of its answer.
  readonly json: any;
}

/** Serves a request in memory as if it had come by HTTP: `serve(generation, 'GET', '/t/v1/items?page=2')`. */
export async function serve(
  generation: Generation,
  method: string,
  path: string,
  { user, headers = {}, json, raw, tls = false }: ServeInit = {},
): Promise<Served> {
  const [route = '', query = ''] = path.split(/\?(.*)/s);
  const http = { tls, serverName: 'localhost', remoteAddress: '127.0.0.1', url: path, cookie: () => undefined };
  const context = new RequestContext({ user, http });
  const body = json === undefined ? { body: raw } : { body: JSON.stringify(json) };
  const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' };
  const init = { query: parseQuery(query), headers: { ...type, ...headers }, context, ...body };
  const served = await generation.server.serve(new RestRequest(method, route, init));
  const text = served.body === null ? '' : String(served.body);
  return { status: served.status, headers: served.headers, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A user with the listed capabilities. */
export const userWith = (...capabilities: string[]): CurrentUser => ({
  id: 7,
  can: (capability: string, ..._objects) => capabilities.includes(capability),
});

/** A plugin named `sample` that registers routes. */
export const samplePlugin = (register: (server: RestServer) => void) =>
  definePlugin({
    name: 'sample',
    version: '1.0.0',
    description: 'Routes of a spec.',
    setup: ({ hooks }) => hooks.action('rest_api_init').tap('sample', register),
  });
