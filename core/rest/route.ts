import type { Endpoint, EndpointArguments, EndpointGroup, Route, RouteArgs, RouteOptions } from './endpoint.ts';

const trimSlashes = (text: string): string => text.replace(/^\/+|\/+$/g, '');

/** The route that a namespace and a path make (4.1); false when either is empty (4.4 rule 1). */
export function fullRoute(namespace: string, path: string): string | false {
  if (namespace === '' || path === '') return false;
  return `/${trimSlashes(namespace)}/${trimSlashes(path)}`;
}

const methodsOf = (methods: EndpointGroup['methods'] = 'GET'): string[] => {
  const list = typeof methods === 'string' ? methods.split(',') : [...methods];
  return [...new Set(list.map((method) => method.trim().toUpperCase()).filter((method) => method !== ''))];
};

function endpoint(group: EndpointGroup, common: EndpointArguments, options: RouteOptions): Endpoint {
  return {
    methods: methodsOf(group.methods),
    callback: typeof group.callback === 'function' ? group.callback : null,
    args: { ...common, ...group.args },
    permission_callback: group.permission_callback,
    show_in_index: group.show_in_index ?? true,
    allow_batch: group.allow_batch ?? options.allow_batch,
  };
}

/** Brings what was registered into one shape, by the rules of 4.4. */
export function normalizeRoute(pattern: string, namespace: string, args: RouteArgs): Route {
  if (Array.isArray(args)) {
    return { pattern, namespace, options: {}, endpoints: args.map((group: EndpointGroup) => endpoint(group, {}, {})) };
  }
  if ('callback' in args) {
    return { pattern, namespace, options: {}, endpoints: [endpoint(args as EndpointGroup, {}, {})] };
  }
  const { args: common = {}, ...rest } = args as RouteOptions;
  const groups: EndpointGroup[] = [];
  const options: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(rest)) {
    if (/^\d+$/.test(key)) groups.push(value as EndpointGroup);
    else options[key] = value;
  }
  return { pattern, namespace, options, endpoints: groups.map((group) => endpoint(group, common, options)) };
}

/** Merges a second registration of the same route: endpoints are added, of options the newer win (2.4). */
export const mergeRoutes = (older: Route, newer: Route): Route => ({
  pattern: older.pattern,
  namespace: newer.namespace,
  endpoints: [...older.endpoints, ...newer.endpoints],
  options: { ...older.options, ...newer.options },
});
