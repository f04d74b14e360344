import { within } from '../base/deadline.ts';
import { isPromise } from '../base/maybe-promise.ts';
import { reportable } from '../base/reportable.ts';
import { HookFailureError, isRefusal, type TapFailure, TimeoutError } from '../hooks/index.ts';
import type { Endpoint, EndpointMatch, Route } from './endpoint.ts';
import { RestError } from './error.ts';
import { faultOf } from './fault.ts';
import { callbackOf } from './handlers.ts';
import type { RestRequest } from './request.ts';

/** What a generation knows of the plugins that register routes. */
export interface RouteOwners {
  /** Whether a plugin came with the host: its routes are found before those that were dropped in. */
  isFirst(plugin: string): boolean;
  /** Whether a plugin says that it builds on another: it requires it, comes after it, or replaces it. */
  buildsOn(plugin: string, other: string): boolean;
  /** Records a failure of a plugin. */
  record(failure: TapFailure): void;
}

/** The failures that have been recorded, and so logged. */
const recorded = new WeakSet<object>();

/** Whether an error is a failure of a plugin's callback that has been recorded. */
export const isRecorded = (error: unknown): boolean => typeof error === 'object' && recorded.has(error as object);

const NO_OWNERS: RouteOwners = { isFirst: () => true, buildsOn: () => true, record: () => undefined };

/** The plugins that registered the endpoints of a route. */
const ownersOf = ({ endpoints }: Route): string[] => [
  ...new Set(endpoints.flatMap(({ plugin }) => (plugin === undefined ? [] : [plugin]))),
];

/** The endpoints of a route, without the methods that another plugin answers: its own would never be asked. */
function withoutTaken({ endpoints }: Route, by: Route): Endpoint[] {
  const isTaken = (method: string, plugin: string | undefined) =>
    by.endpoints.some((other) => other.plugin !== plugin && other.methods.includes(method));
  return endpoints.flatMap((endpoint) => {
    const methods = endpoint.methods.filter((method) => !isTaken(method, endpoint.plugin));
    if (methods.length === endpoint.methods.length) return [endpoint];
    return methods.length === 0 ? [] : [{ ...endpoint, methods }];
  });
}

/** The rules by server; plugins have the server, and not these. */
const rulesByServer = new WeakMap<object, RouteRules>();

/** Keeps the rules of a server. */
export const setRules = (server: object, rules: RouteRules): void => void rulesByServer.set(server, rules);

/** The rules of a server. */
export const rulesOf = (server: object): RouteRules => rulesByServer.get(server)!;

/** Decides between plugins that register the same route, and how long the callbacks of a route may take. */
export class RouteRules {
  owners: RouteOwners = NO_OWNERS;
  /** How long callbacks may take, in milliseconds; 0 for as long as they like. */
  timeout = 0;
  /** The patterns that plugins which were dropped in registered alone. */
  readonly #last = new Set<string>();

  /** The route that stands once a plugin has registered one whose pattern may be known. Throws for one that it may not replace. */
  combine(known: Route | undefined, route: Route, plugin: string | undefined, override: boolean): Route {
    const isLast = plugin !== undefined && !this.owners.isFirst(plugin);
    if (known === undefined) {
      if (isLast) this.#last.add(route.pattern);
      return route;
    }
    const others = ownersOf(known).filter((other) => other !== plugin);
    if (override) {
      const other = others.find((one) => plugin !== undefined && !this.owners.buildsOn(plugin, one));
      if (other !== undefined) {
        throw new Error(
          `plugin "${plugin}" may not override route "${route.pattern}" of plugin "${other}"; ` +
            `name "${other}" in its requires or after`,
        );
      }
      this.#last.delete(route.pattern);
      return route;
    }
    this.#tellOfBoth(known, route, plugin);
    const wasLast = this.#last.has(route.pattern);
    if (!isLast) this.#last.delete(route.pattern);
    const [first, second] = wasLast && !isLast ? [route, known] : [known, route];
    const endpoints = [...first.endpoints, ...withoutTaken(second, first)];
    return { ...route, endpoints, options: { ...known.options, ...route.options } };
  }

  /** Routes in the order in which they are found: those of plugins that were dropped in after all others. */
  inOrder(routes: Iterable<Route>): Route[] {
    const all = [...routes];
    if (this.#last.size === 0) return all;
    const isLast = ({ pattern }: Route) => this.#last.has(pattern);
    return [...all.filter((route) => !isLast(route)), ...all.filter(isLast)];
  }

  /**
   * Answers with what a callback of an endpoint does, or throws what it fails with, or that it takes too long. The
   * failure is recorded as that of the endpoint's plugin.
   */
  async run(
    what: 'callback' | 'permission',
    { route, endpoint }: EndpointMatch,
    request: RestRequest,
  ): Promise<unknown> {
    const callback = what === 'callback' ? callbackOf(endpoint) : endpoint.permission_callback;
    const { plugin = 'core', timeout = this.timeout } = endpoint;
    let tooLate: TimeoutError | undefined;
    const late = () => {
      tooLate = new TimeoutError(timeout);
      return tooLate;
    };
    try {
      const answer = callback?.(request);
      return isPromise(answer) ? await within(answer, timeout, late) : answer;
    } catch (error) {
      // What the machine fails in is no failure of the plugin.
      if (isRefusal(error) || HookFailureError.is(error) || faultOf(error) !== undefined) throw error;
      const failure = reportable(error);
      recorded.add(failure);
      this.owners.record({ hook: `${what} of ${route.pattern}`, plugin, tap: plugin, error: failure });
      if (tooLate === undefined || error !== tooLate) throw failure;
      throw new RestError('rest_route_timed_out', 'The site took too long to answer.', { status: 503, plugin });
    }
  }

  #tellOfBoth(known: Route, route: Route, plugin: string | undefined): void {
    for (const { methods, plugin: other } of known.endpoints) {
      if (other === undefined || plugin === undefined || other === plugin) continue;
      const twice = route.endpoints
        .flatMap((endpoint) => endpoint.methods)
        .filter((method) => methods.includes(method));
      if (twice.length === 0) continue;
      const [later, earlier] =
        this.owners.isFirst(plugin) && !this.owners.isFirst(other) ? [other, plugin] : [plugin, other];
      const error = new Error(
        `it registers ${twice.join(', ')} of route "${route.pattern}", which plugin "${earlier}" registers and answers; ` +
          `to answer in its place, override the route and name "${earlier}" in after`,
      );
      this.owners.record({ hook: 'rest_api_init', plugin: later, tap: later, error });
    }
  }
}
