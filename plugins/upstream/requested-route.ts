import type { RestServer } from '../../core/index.ts';
import { isRestError, parseQuery, rewriteRoute, routeOf } from '../../core/rest/index.ts';
import { trimEnd } from '../../core/text/index.ts';

/** The route of the interface that the target of a request asks for; null for all other targets (4.1). */
export function requestedRoute(target: string, { site, urlPrefix }: RestServer): string | null {
  const [rawPath = '', query] = target.split(/\?(.*)/s);
  try {
    const asked = query === undefined ? undefined : parseQuery(query).rest_route;
    if (asked !== undefined) return typeof asked === 'string' ? routeOf(asked) : null;
    const folder = trimEnd(new URL(site.home).pathname, '/');
    const path = decodeURIComponent(rawPath);
    return rewriteRoute(path.startsWith(`${folder}/`) ? path.slice(folder.length) : path, urlPrefix, site.index);
  } catch (error) {
    // What cannot be read is refused by the host.
    if (error instanceof URIError || isRestError(error)) return null;
    throw error;
  }
}
