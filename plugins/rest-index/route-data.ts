import { describeRoute, type PluginHooks, type RestRequest, type RestServer, type Route } from '../../core/index.ts';

/** How many descriptions are kept: two contexts, with and without TLS, and some more. */
const MOST_KEPT = 32;

/** The descriptions of routes that an index shows. A generation's routes do not change, so they are made once. */
export class RouteData {
  readonly #server: RestServer;
  readonly #hooks: PluginHooks;
  readonly #kept = new Map<string, Readonly<Record<string, unknown>>>();

  constructor(server: RestServer, hooks: PluginHooks) {
    this.#server = server;
    this.#hooks = hooks;
  }

  /** The descriptions of all routes, or of those of one namespace, by pattern; a copy of one's own. */
  describe(request: RestRequest, namespace?: string): Record<string, unknown> {
    const context = request.getParam('context') === 'help' ? 'help' : 'view';
    // Links depend on how the request came.
    const key = JSON.stringify([context, namespace, this.#server.restUrl('/', request.context)]);
    let described = this.#kept.get(key);
    if (described === undefined) {
      described = this.#describe(this.#routes(namespace), context, request);
      if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
      this.#kept.set(key, described);
    }
    return { ...described };
  }

  #routes(namespace: string | undefined): ReadonlyMap<string, Route> {
    if (namespace === undefined) return this.#server.routes;
    return new Map([...this.#server.routes].filter(([, route]) => route.namespace === namespace));
  }

  #describe(
    routes: ReadonlyMap<string, Route>,
    context: 'view' | 'help',
    request: RestRequest,
  ): Readonly<Record<string, unknown>> {
    const adjust = this.#hooks.filter('rest_endpoints_description');
    const available: Record<string, unknown> = {};
    for (const [pattern, route] of routes) {
      const description = describeRoute(route, context, (path) => this.#server.restUrl(path, request.context));
      if (description !== undefined) available[pattern] = adjust.call(description, route);
    }
    return this.#hooks.filter('rest_route_data').call(available, routes);
  }
}
