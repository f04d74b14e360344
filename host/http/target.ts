import { RestError } from '../../core/index.ts';
import { type Params, parseQuery, rewriteRoute, routeOf } from '../../core/rest/index.ts';
import { trimEnd } from '../../core/text/index.ts';

/** The longest path that is accepted, in characters. */
const MAX_PATH = 4096;

/** The parsed target of a request line. */
export interface Target {
  /** The decoded path, without the path of the site's address. */
  readonly path: string;
  /** The query parameters; undefined when the target has no query. */
  readonly query: Params | undefined;
  /** The route of the REST interface; null for other paths. */
  readonly route: string | null;
  /** The same route as it was sent, where that differs and routes are matched by it: in a rewritten path. */
  readonly encodedRoute?: string;
}

/** The prefix of the interface, the front controller, and the address of the site. */
export interface TargetSettings {
  readonly prefix: string;
  readonly index: string;
  readonly home: string;
}

function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    throw new RestError('rest_invalid_url', 'The path is not valid percent-encoded UTF-8.', { status: 400 });
  }
}

/** The path of the last address, cached because it is needed for each request and seldom changes. */
let cached = { home: '', folder: '' };

/** The path of the site's address, with which every path begins when the site is in a folder. */
function folderOf(home: string): string {
  if (cached.home !== home) {
    const start = home.indexOf('/', home.indexOf('://') + 3);
    cached = { home, folder: start < 0 ? '' : trimEnd(home.slice(start), '/') };
  }
  return cached.folder;
}

const withoutFolder = (path: string, folder: string): string =>
  folder !== '' && (path === folder || path.startsWith(`${folder}/`)) ? path.slice(folder.length) || '/' : path;

/** The route of a path as it was sent. Behind the front controller, a web server decodes paths before anything sees them. */
const encodedRouteOf = (path: string, { prefix, index }: TargetSettings): string | null =>
  !path.includes('%') || path.startsWith(`/${index}/`) ? null : rewriteRoute(path, prefix, index);

/**
 * Reads the target of a request line by the addressing rules (4.1): the parameter `rest_route` of any path comes before
 * the rewritten paths.
 *
 * @throws RestError for a target that cannot be read.
 */
export function readTarget(raw: string, settings: TargetSettings): Target {
  const question = raw.indexOf('?');
  const rawPath = question < 0 ? raw : raw.slice(0, question);
  if (rawPath.length > MAX_PATH) throw new RestError('rest_url_too_long', 'The path is too long.', { status: 414 });
  const folder = folderOf(settings.home);
  const path = withoutFolder(decodePath(rawPath), folder);
  const query = question < 0 ? undefined : parseQuery(raw.slice(question + 1));
  if (query?.rest_route === undefined) {
    const encodedRoute = path === rawPath ? null : encodedRouteOf(withoutFolder(rawPath, folder), settings);
    const route = rewriteRoute(path, settings.prefix, settings.index);
    return encodedRoute === null ? { path, query, route } : { path, query, route, encodedRoute };
  }
  const { rest_route: route, ...others } = query;
  return { path, query: others, route: typeof route === 'string' ? routeOf(route) : null };
}
