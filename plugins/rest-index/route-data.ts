import { describeRoute, type PluginHooks, type RestRequest, type RestServer, type Route } from '../../core/index.ts';

/** How many descriptions are kept: two contexts, with and without TLS, and some more. */
const MOST_KEPT = 32;

type Descriptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The descriptions of routes that an index shows. A generation's routes do not change, so they are made once. */
export class RouteData {
  readonly #server: RestServer;
  readonly #hooks: PluginHooks;
  readonly #kept = new Map<string, Descriptions>();

  constructor(server: RestServer, hooks: PluginHooks) {
    this.#server = server;
    this.#hooks = hooks;
  }

  /** The descriptions of all routes, or of those of one namespace, by pattern; a copy of one's own. */
  describe(request: RestRequest, namespace?: string): Record<string, unknown> {
    const context = request.getParam('context') === 'help' ? 'help' : 'view';
    const routes = this.#routes(namespace);
    // Links depend on how the request came.
    const key = JSON.stringify([context, namespace, this.#server.restUrl('/', request.context)]);
    let described = this.#kept.get(key);
    if (described === undefined) {
      described = this.#describe(routes, context, request);
      if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
      this.#kept.set(key, described);
    }
    return this.#adjusted(described, routes);
  }

  #routes(namespace: string | undefined): ReadonlyMap<string, Route> {
    if (namespace === undefined) return this.#server.routes;
    return new Map([...this.#server.routes].filter(([, route]) => route.namespace === namespace));
  }

  #describe(routes: ReadonlyMap<string, Route>, context: 'view' | 'help', request: RestRequest): Descriptions {
    const url = (path: string) => this.#server.restUrl(path, request.context);
    const described = [...routes].map(([pattern, route]) => [pattern, describeRoute(route, context, url)] as const);
    return Object.fromEntries(described.filter(([, description]) => description !== undefined)) as Descriptions;
  }

  /** What filters make of the descriptions for this one answer. */
  #adjusted(described: Descriptions, routes: ReadonlyMap<string, Route>): Record<string, unknown> {
    const adjust = this.#hooks.filter('rest_endpoints_description');
    const available: Record<string, unknown> = { ...described };
    if (adjust.isUsed()) {
      for (const [pattern, description] of Object.entries(described)) {
        available[pattern] = adjust.call({ ...description }, routes.get(pattern)!);
      }
    }
    return { ...this.#hooks.filter('rest_route_data').call(available, routes) };
  }
}
