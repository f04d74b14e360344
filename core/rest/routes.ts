import { deepFreeze, freezeMap } from '../base/freeze.ts';
import { getOrMake } from '../base/get-or-make.ts';
import type { Endpoint, EndpointMatch, Route, RouteArgs } from './endpoint.ts';
import { RestError } from './error.ts';
import { shownRoute } from './handlers.ts';
import type { RestRequest } from './request.ts';
import { normalizeRoute } from './route.ts';
import { RouteRules } from './route-rules.ts';
import { type RouteMatch, RouteTable } from './route-table.ts';

/** The routes of a generation: registered while it is built, then compiled into a table. */
export class Routes {
  /** Decides between plugins that register the same route, and how long routes may take. */
  readonly rules = new RouteRules();
  readonly #byPattern = new Map<string, Route>();
  /** The compiled routes, once they are. */
  #shown: ReadonlyMap<string, Route> | undefined;
  readonly #namespaces = new Set<string>();
  #table = new RouteTable([]);

  /** The registered routes by pattern, callbacks and all, for the filter that adjusts them. */
  get registered(): Record<string, Route> {
    return Object.fromEntries(this.#byPattern);
  }

  /** Every route by pattern as it is shown, in order of registration: a copy as long as more are registered. */
  get byPattern(): ReadonlyMap<string, Route> {
    return this.#shown ?? new Map([...this.#byPattern].map(([pattern, route]) => [pattern, shownRoute(route)]));
  }

  /** The namespaces that routes were registered under. */
  get namespaces(): string[] {
    return [...this.#namespaces];
  }

  /** Registers a route of a plugin; one whose pattern is known is merged, or with `override` replaced. */
  register(pattern: string, namespace: string, args: RouteArgs, override: boolean, plugin: string | undefined): void {
    if (namespace !== '') this.#namespaces.add(namespace);
    const route = normalizeRoute(pattern, namespace, args, plugin);
    const known = this.#byPattern.get(pattern);
    const combined = this.rules.combine(known, route, plugin, override);
    freezeRoute(combined);
    // A route that another plugin answers from here on stands where that one registered it.
    if (!override && combined.endpoints[0] !== known?.endpoints[0]) this.#byPattern.delete(pattern);
    this.#byPattern.set(pattern, combined);
  }

  /** Compiles the table of these routes, which take the place of the registered ones and change no more. */
  compile(byPattern: Readonly<Record<string, Route>>): void {
    const routes = Object.entries(byPattern).map(([pattern, route]): [string, Route] => {
      freezeRoute(route);
      return [pattern, shownRoute(route)];
    });
    this.#shown = freezeMap(new Map(routes));
    this.#table = new RouteTable(this.rules.inOrder(this.#shown.values()));
  }

  /** The first route whose whole pattern fits a path, whatever its methods. */
  first(path: string): RouteMatch | undefined {
    return this.#table.first(path);
  }

  /**
   * Matches a request to its route and endpoint, and gives it the parameters of the path and the defaults.
   * Throws `rest_no_route` or `rest_invalid_handler`.
   */
  match(request: RestRequest): EndpointMatch {
    const match = this.#table.find(request.route, request.method);
    if (match === undefined) {
      throw new RestError('rest_no_route', 'No route fits the URL and the method.', { status: 404 });
    }
    const { route, endpoint, params } = match;
    if (endpoint.callback === null) {
      throw new RestError('rest_invalid_handler', 'The route has no handler.', { status: 500 });
    }
    request.endpoint = endpoint;
    request.setParams('url', params);
    request.setParams('defaults', defaultsOf(endpoint));
    return { route, endpoint };
  }
}

/** Freezes a route with its endpoints and their arguments; the options of a plugin's own stay as they are. */
function freezeRoute(route: Route): void {
  for (const endpoint of route.endpoints) {
    deepFreeze(endpoint.args);
    deepFreeze(endpoint.methods);
    Object.freeze(endpoint);
  }
  Object.freeze(route.endpoints);
  Object.freeze(route.options);
  Object.freeze(route);
}

const defaultsByEndpoint = new WeakMap<Endpoint, Record<string, unknown>>();

/** The default parameters of an endpoint, worked out once. */
const defaultsOf = (endpoint: Endpoint): Record<string, unknown> =>
  getOrMake(defaultsByEndpoint, endpoint, ({ args }) => {
    const defaults = Object.entries(args).map(([name, argument]) => [name, argument.default] as const);
    return deepFreeze(Object.fromEntries(defaults.filter(([, value]) => value !== undefined && value !== null)));
  });
