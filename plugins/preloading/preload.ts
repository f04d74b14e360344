import { isRestError, type RequestContext, RestRequest, type RestServer } from '../../core/index.ts';
import { parseQuery } from '../../core/rest/index.ts';

/** A path of the interface, query and all, or a path with its method. */
export type PreloadPath = string | readonly [path: string, method: string];

/** An answer as it is preloaded. */
export interface Preloaded {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes a request of a path; undefined when the path is empty or malformed. */
function toRequest(path: string, method: string, context: RequestContext): RestRequest | undefined {
  if (!/^\/(?!\/)/.test(path)) return undefined;
  const [address = ''] = path.split('#', 1);
  const question = address.indexOf('?');
  const route = question < 0 ? address : address.slice(0, question);
  try {
    const query = question < 0 ? {} : parseQuery(address.slice(question + 1));
    return new RestRequest(method, route.replace(/(?<=.)\/$/, ''), { query, context });
  } catch (error) {
    if (isRestError(error)) return undefined;
    throw error;
  }
}

async function preloadOne(
  given: PreloadPath,
  context: RequestContext,
  server: RestServer,
): Promise<[path: string, method: string, preloaded: Preloaded] | undefined> {
  const [path, requested] = typeof given === 'string' ? [given, 'GET'] : given;
  const method = requested === 'OPTIONS' ? 'OPTIONS' : 'GET';
  const request = toRequest(path, method, context);
  if (request === undefined) return undefined;
  const response = await server.dispatchAndFilter(request);
  if (response.status !== 200) return undefined;
  return [path, method, { body: await server.responseToData(response, request), headers: response.headers }];
}

/**
 * The answers to requests for the paths by the user of a context (4.3): bodies and headers by path, those of OPTIONS by
 * path under `OPTIONS`. Only answers with status 200 are included. All paths are requested at the same time.
 */
export async function preload(
  paths: readonly PreloadPath[],
  context: RequestContext,
  server: RestServer,
): Promise<Record<string, unknown>> {
  const answers = await Promise.all(paths.map((path) => preloadOne(path, context, server)));
  const byPath: Record<string, unknown> = {};
  const described: Record<string, Preloaded> = {};
  for (const answer of answers) {
    if (answer === undefined) continue;
    const [path, method, preloaded] = answer;
    (method === 'OPTIONS' ? described : byPath)[path] = preloaded;
  }
  return Object.keys(described).length === 0 ? byPath : { ...byPath, OPTIONS: described };
}
