import type { PluginHost, RestRequest, RestServer, Route } from '../../core/index.ts';
import { describeRoute } from './describe-route.ts';

/** The descriptions of routes that an index shows. */
export class RouteData {
  readonly #server: RestServer;
  readonly #adjustOne;
  readonly #adjustAll;

  constructor(server: RestServer, hooks: PluginHost['hooks']) {
    this.#server = server;
    this.#adjustOne = hooks.filter('rest_endpoints_description');
    this.#adjustAll = hooks.filter('rest_route_data');
  }

  /** Gives an index its member `routes`: the descriptions of all routes, or of those of one namespace, by pattern. */
  addTo(index: Record<string, unknown>, request: RestRequest, namespace?: string): void {
    const context = request.getParam('context') === 'help' ? 'help' : 'view';
    const routes = this.#routes(namespace);
    const available: Record<string, unknown> = {};
    for (const [pattern, route] of routes) {
      const description = describeRoute(route, context, this.#server, request);
      if (description === undefined) continue;
      available[pattern] = this.#adjustOne.isUsed() ? this.#adjustOne.call(description, route) : description;
    }
    index.routes = this.#adjustAll.isUsed() ? { ...this.#adjustAll.call(available, routes) } : available;
  }

  #routes(namespace: string | undefined): ReadonlyMap<string, Route> {
    if (namespace === undefined) return this.#server.routes;
    return new Map([...this.#server.routes].filter(([, route]) => route.namespace === namespace));
  }
}
