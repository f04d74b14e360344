import type { PluginHost, RestRequest, RestServer, Route } from '../../core/index.ts';
import { describeRoute } from '../../core/rest/index.ts';

type Descriptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The descriptions of routes that an index shows. A generation's routes do not change, so they are cached. */
export class RouteData {
  readonly #server: RestServer;
  readonly #adjustOne;
  readonly #adjustAll;
  readonly #cached;

  constructor(server: RestServer, { hooks, caches }: PluginHost) {
    this.#server = server;
    // Two contexts, with and without TLS, of the whole and of some namespaces.
    this.#cached = caches.create<Descriptions>({ name: 'descriptions of routes', maxSize: 32 });
    this.#adjustOne = hooks.filter('rest_endpoints_description');
    this.#adjustAll = hooks.filter('rest_route_data');
  }

  /** Gives an index its member `routes`: the descriptions of all routes, or of those of one namespace, by pattern. */
  addTo(index: Record<string, unknown>, request: RestRequest, namespace?: string): void {
    const context = request.getParam('context') === 'help' ? 'help' : 'view';
    // Links depend on the address and the protocol of the request.
    const key = `${context} ${namespace ?? ''} ${this.#server.restUrl('/', request.context)}`;
    let described = this.#cached.get(key);
    if (described === undefined) {
      described = this.#describe(this.#routes(namespace), context, request);
      this.#cached.set(key, described);
    }
    index.routes = this.#isAdjusted() ? this.#adjusted(described, this.#routes(namespace)) : { ...described };
  }

  /** Whether a filter of the descriptions has a tap. */
  #isAdjusted(): boolean {
    return this.#adjustOne.isUsed() || this.#adjustAll.isUsed();
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

  /** The descriptions after the filters, for this one answer. */
  #adjusted(described: Descriptions, routes: ReadonlyMap<string, Route>): Record<string, unknown> {
    const available: Record<string, unknown> = { ...described };
    if (this.#adjustOne.isUsed()) {
      for (const [pattern, description] of Object.entries(described)) {
        available[pattern] = this.#adjustOne.call({ ...description }, routes.get(pattern)!);
      }
    }
    return { ...this.#adjustAll.call(available, routes) };
  }
}
