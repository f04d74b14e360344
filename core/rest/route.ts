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
  const isGroup = !Array.isArray(args) && 'callback' in args;
  const { args: common = {}, ...rest } = (isGroup ? [args] : args) as RouteOptions;
  const entries = Object.entries(rest);
  const groups = entries.filter(([key]) => NUMBER.test(key)).map(([, group]) => group as EndpointGroup);
  const options = Object.fromEntries(entries.filter(([key]) => !NUMBER.test(key)));
  checkWords(pattern, { ...options, args: common });
  const endpoints = groups.map((group) => endpoint(pattern, group, common, options, plugin));
  return { pattern, namespace, options, endpoints };
}

/** The key of a group, as of a list. */
const NUMBER = /^\d+$/;
