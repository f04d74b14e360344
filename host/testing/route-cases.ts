import { closest } from '../../core/base/index.ts';
import type { Endpoint } from '../../core/index.ts';
import type { TestHost } from './test-host.ts';

/** One method of a route. */
export interface RouteCase {
  readonly method: string;
  readonly endpoint: Endpoint;
  /** The arguments whose values are part of the path. */
  readonly inPath: readonly string[];
}

/** The methods of a route with their endpoints. Throws for a path that no route matches, and for an unknown method. */
export function routeCases(host: TestHost, route: string, methods?: readonly string[]): RouteCase[] {
  const { server } = host.generation;
  const match = server.matchRoute(route);
  if (match === undefined) {
    const nearest = closest(route, [...server.routes.keys()]);
    const hint = route.includes('(') ? '; fill the placeholders of its path' : '';
    throw new Error(`no route fits "${route}"${nearest === undefined ? hint : `; did you mean "${nearest}"?`}`);
  }
  const cases = match.route.endpoints.flatMap((endpoint) =>
    endpoint.methods.map((method) => ({ method, endpoint, inPath: Object.keys(match.params) })),
  );
  const chosen = methods ?? cases.map(({ method }) => method);
  for (const method of chosen) {
    if (!cases.some((one) => one.method === method)) throw new Error(`route "${route}" does not answer ${method}`);
  }
  return cases.filter(({ method }) => chosen.includes(method));
}
