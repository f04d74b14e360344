import { closest } from '../base/closest.ts';
import { checkTypeNames } from '../schema/index.ts';
import { trimAscii } from '../text/index.ts';
import type { Endpoint, EndpointArguments, EndpointGroup, Route, RouteArgs, RouteOptions } from './endpoint.ts';
import { compile } from './route-table.ts';

const trimSlashes = (text: string): string => trimAscii(text, '/');

/** The route that a namespace and a path make (4.1); false when either is empty (4.4 rule 1). */
export function fullRoute(namespace: string, path: string): string | false {
  if (namespace === '' || path === '') return false;
  return `/${trimSlashes(namespace)}/${trimSlashes(path)}`;
}

/** What a group of endpoints may hold, and what may stand beside groups. */
const KEYS = [
  'methods',
  'callback',
  'args',
  'permission_callback',
  'show_in_index',
  'allow_batch',
  'timeout',
  'schema',
  'collection',
  'deprecated',
  'errors',
];

/**
 * Throws a `TypeError` for what is nearly a key of a group, and for arguments of types that there are not: a
 * `permision_callback` guards nothing, and a "strnig" accepts everything. Other keys are a route's own.
 */
function checkWords(pattern: string, words: Readonly<Record<string, unknown>>): void {
  for (const key of Object.keys(words)) {
    if (KEYS.includes(key)) continue;
    const nearest = closest(key, KEYS);
    if (nearest !== undefined) throw new TypeError(`route "${pattern}" has "${key}"; did you mean "${nearest}"?`);
  }
  for (const [name, argument] of Object.entries((words.args as EndpointArguments | undefined) ?? {})) {
    checkTypeNames(argument, `route "${pattern}": argument "${name}"`);
  }
}

const methodsOf = (methods: EndpointGroup['methods'] = 'GET'): string[] => {
  const list = typeof methods === 'string' ? methods.split(',') : [...methods];
  return [...new Set(list.map((method) => method.trim().toUpperCase()).filter((method) => method !== ''))];
};

function endpoint(
  pattern: string,
  group: EndpointGroup,
  common: EndpointArguments,
  options: RouteOptions,
  plugin: string | undefined,
): Endpoint {
  checkWords(pattern, group as Readonly<Record<string, unknown>>);
  return {
    methods: methodsOf(group.methods),
    callback: typeof group.callback === 'function' ? group.callback : null,
    args: { ...common, ...group.args },
    permission_callback: group.permission_callback,
    show_in_index: group.show_in_index ?? true,
    allow_batch: group.allow_batch ?? options.allow_batch,
    timeout: group.timeout,
    ...(group.deprecated === true ? { deprecated: true } : {}),
    ...(group.errors === undefined ? {} : { errors: group.errors }),
    plugin,
  };
}

/** Brings what a plugin registered into one shape, by the rules of 4.4. Throws a `TypeError` for words that are misspelt. */
export function normalizeRoute(pattern: string, namespace: string, args: RouteArgs, plugin?: string): Route {
  compile(pattern);
  if (Array.isArray(args)) {
    return {
      pattern,
      namespace,
      options: {},
      endpoints: args.map((group: EndpointGroup) => endpoint(pattern, group, {}, {}, plugin)),
    };
  }
  if ('callback' in args) {
    return { pattern, namespace, options: {}, endpoints: [endpoint(pattern, args as EndpointGroup, {}, {}, plugin)] };
  }
  const { args: common = {}, ...rest } = args as RouteOptions;
  const groups: EndpointGroup[] = [];
  const options: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(rest)) {
    if (/^\d+$/.test(key)) groups.push(value as EndpointGroup);
    else options[key] = value;
  }
  checkWords(pattern, { ...options, args: common });
  return {
    pattern,
    namespace,
    options,
    endpoints: groups.map((group) => endpoint(pattern, group, common, options, plugin)),
  };
}

/** Merges a second registration of the same route: endpoints are added, of options the newer win (2.4). */
export const mergeRoutes = (older: Route, newer: Route): Route => ({
  pattern: older.pattern,
  namespace: newer.namespace,
  endpoints: [...older.endpoints, ...newer.endpoints],
  options: { ...older.options, ...newer.options },
});
