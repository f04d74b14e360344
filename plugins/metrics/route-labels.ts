import type { RestServer } from '../../core/index.ts';
import { rewriteRoute, routeOf } from '../../core/rest/index.ts';
import { trimEnd } from '../../core/text/index.ts';

/** How many paths are remembered with their route, and the longest of them. */
const MOST_PATHS = 1000;
const LONGEST_PATH = 200;

/** What is outside the interface, and what in it fits no route. */
const PAGE = '(page)';
const NONE = '(none)';

/** Finds the pattern of the route of an address, so that there are only as many labels as registered routes. */
export class RouteLabels {
  readonly #server: RestServer;
  readonly #known = new Map<string, string>();

  constructor(server: RestServer) {
    this.#server = server;
  }

  /** The pattern of the route that the target of a request line leads to. */
  of(target: string): string {
    const question = target.indexOf('?');
    const path = question < 0 ? target : target.slice(0, question);
    if (question >= 0 && target.includes('rest_route=', question)) {
      const asked = new URLSearchParams(target.slice(question)).get('rest_route');
      if (asked !== null) return this.#labelOf(routeOf(asked));
    }
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const label = this.#labelOf(this.#routeAt(path));
    if (this.#known.size >= MOST_PATHS) this.#known.clear();
    if (path.length <= LONGEST_PATH) this.#known.set(path, label);
    return label;
  }

  #labelOf(route: string | null): string {
    return route === null ? PAGE : (this.#server.matchRoute(route)?.route.pattern ?? NONE);
  }

  #routeAt(path: string): string | null {
    const { site, urlPrefix } = this.#server;
    const folder = trimEnd(new URL(site.home).pathname, '/');
    const within = folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length) : path;
    try {
      return rewriteRoute(decodeURIComponent(within), urlPrefix, site.index);
    } catch {
      return null;
    }
  }
}
