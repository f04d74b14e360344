import { type Params, parseQuery, RestError, rewriteRoute, routeOf } from '../../core/index.ts';

/** The longest path that is looked at, in characters. */
const MAX_PATH = 4096;

/** What the target of a request asks for. */
export interface Target {
  /** The decoded path, without the folder of the site's own address. */
  readonly path: string;
  /** Undefined where the target has no query. */
  readonly query: Params | undefined;
  /** The route of the interface that is asked for; null outside the interface. */
  readonly route: string | null;
}

/** Where the interface is: its prefix, the front controller, and the path of the site's address. */
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

/** The folder of the address that was asked about last: a site's changes seldom, and each request asks. */
let known = { home: '', folder: '' };

/** The path of the site's own address, which precedes every path where a site lives in a folder. */
function folderOf(home: string): string {
  if (known.home !== home) {
    const start = home.indexOf('/', home.indexOf('://') + 3);
    known = { home, folder: start < 0 ? '' : home.slice(start).replace(/\/+$/, '') };
  }
  return known.folder;
}

const withoutFolder = (path: string, folder: string): string =>
  folder !== '' && (path === folder || path.startsWith(`${folder}/`)) ? path.slice(folder.length) || '/' : path;

/**
 * Reads the target of a request line by the addressing rules (4.1): the variable `rest_route` of any path
 * wins, then the rewritten paths. Throws an error object for a target that cannot be read.
 */
export function readTarget(raw: string, settings: TargetSettings): Target {
  const question = raw.indexOf('?');
  const rawPath = question < 0 ? raw : raw.slice(0, question);
  if (rawPath.length > MAX_PATH) throw new RestError('rest_url_too_long', 'The path is too long.', { status: 414 });
  const path = withoutFolder(decodePath(rawPath), folderOf(settings.home));
  const query = question < 0 ? undefined : parseQuery(raw.slice(question + 1));
  if (query?.rest_route === undefined)
    return { path, query, route: rewriteRoute(path, settings.prefix, settings.index) };
  const { rest_route: asked, ...others } = query;
  return { path, query: others, route: typeof asked === 'string' ? routeOf(asked) : null };
}
