import type { Endpoint, EndpointCallback, Route } from './endpoint.ts';

/** The callbacks of endpoints that have been compiled; dispatch alone runs them, after the permission check. */
const callbacks = new WeakMap<Endpoint, EndpointCallback>();

/** Stands for the callback where an endpoint is shown. */
const refused = (): never => {
  throw new TypeError('the callback of a route is run by dispatching a request');
};

/** A route as it is shown: frozen, with nothing in the place of callbacks that would answer. */
export function shownRoute(route: Route): Route {
  const endpoints = route.endpoints.map((endpoint) => {
    const shown = Object.freeze({ ...endpoint, callback: endpoint.callback === null ? null : refused });
    if (endpoint.callback !== null) callbacks.set(shown, callbacks.get(endpoint) ?? endpoint.callback);
    return shown;
  });
  return Object.freeze({ ...route, endpoints: Object.freeze(endpoints), options: Object.freeze(route.options) });
}

/** The callback of an endpoint of a compiled route. */
export const callbackOf = (endpoint: Endpoint): EndpointCallback | undefined => callbacks.get(endpoint);
