import type { Site } from '../site/site.ts';
import { trimEnd } from '../text/index.ts';

/** What a URL of the interface is built from (4.1). */
export interface RestUrlParts
  extends Pick<Site, 'home' | 'permalinks'>,
    Partial<Pick<Site, 'index' | 'forceTlsAdmin'>> {
  readonly prefix: string;
  /** `rest` when left out; `http`, `https` or `relative` as they say, where HTTPS is not forced. */
  readonly scheme?: string;
  readonly tls?: boolean;
  readonly serverName?: string;
  readonly admin?: boolean;
}

/** Builds the URL of a path of the interface (4.1 rules 2, 3 and 7). It is not escaped; arguments are added with `addQueryArgs`. */
export function buildRestUrl(path: string, parts: RestUrlParts): string {
  const { permalinks, prefix, index = 'index.php' } = parts;
  const home = withScheme(trimEnd(parts.home, '/'), parts);
  const route = `/${path.replace(/^\/+/, '')}`;
  if (permalinks === 'plain') return `${home}/${index}?rest_route=${route}`;
  return permalinks === 'index' ? `${home}/${index}/${prefix}${route}` : `${home}/${prefix}${route}`;
}

function withScheme(home: string, parts: RestUrlParts): string {
  const { scheme = 'rest', tls = false, admin = false, forceTlsAdmin = false } = parts;
  if (scheme === 'relative') return home.replace(/^https?:\/\/[^/]*/i, '');
  const sameHost = tls && parts.serverName?.toLowerCase() === hostNameOf(home);
  const shown = sameHost || (admin && forceTlsAdmin) ? 'https' : scheme;
  return shown === 'http' || shown === 'https' ? home.replace(/^https?:/i, `${shown}:`) : home;
}

const hostNameOf = (url: string): string | undefined => /^https?:\/\/([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase();

/** The `rest_route` that a path is rewritten to (4.1 rule 5); null for a path outside the interface. */
export function rewriteRoute(path: string, prefix: string, index = 'index.php'): string | null {
  if (!path.startsWith('/')) return null;
  const route = routeBehind(path, prefix, 1);
  return route !== null || !path.startsWith(`${index}/`, 1) ? route : routeBehind(path, prefix, index.length + 2);
}

/** What follows the prefix that stands at a place of a path; null where another text stands there. */
function routeBehind(path: string, prefix: string, at: number): string | null {
  const start = at + prefix.length;
  if (!path.startsWith(prefix, at) || (path.length > start && path[start] !== '/')) return null;
  let end = path.length;
  while (end > start && path[end - 1] === '/') end--;
  return end === start ? '/' : path.slice(start, end);
}

/** The route that a `rest_route` asks for (4.1 rule 6); null when it asks for none. */
export function routeOf(restRoute: string): string | null {
  if (restRoute === '') return null;
  return trimEnd(restRoute, '/') || '/';
}
