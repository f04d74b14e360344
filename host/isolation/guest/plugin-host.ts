import {
  Caches,
  type EndpointGroup,
  type Logger,
  type PluginHost,
  type RouteArgs,
  type ServiceToken,
} from '../../../core/index.ts';
import { createBrand } from '../../../core/site/index.ts';
import type { Question, Registration, SetupInput, TapRecord } from '../messages.ts';

/** Asks the host a question, and waits for its answer. */
export type Ask = (question: Question) => unknown;

// biome-ignore lint/suspicious/noExplicitAny: functions of any hook, route or field.
export type AnyFunction = (...args: any[]) => unknown;

/** The functions of a plugin that the host can call, by number. */
export class Functions {
  readonly #list: AnyFunction[] = [];

  /** Adds a function and returns its number; undefined for any other value. */
  add(fn: unknown): number | undefined {
    return typeof fn === 'function' ? this.#list.push(fn as AnyFunction) - 1 : undefined;
  }

  get(number: number): AnyFunction {
    return this.#list[number]!;
  }
}

const refuse = (what: string): never => {
  throw new Error(`an isolated plugin ${what}`);
};

/** A proxy of a service of the host; each use of a member asks the host. */
function serviceProxy(name: string, members: Readonly<Record<string, 'method' | 'value'>>, ask: Ask): object {
  const proxy: object = Object.create(null);
  for (const [member, kind] of Object.entries(members)) {
    const use = (...args: unknown[]) => ask({ ask: 'member', service: name, member, args });
    Object.defineProperty(proxy, member, kind === 'method' ? { value: use } : { get: use });
  }
  return Object.freeze(proxy);
}

function hookView(hook: string, kind: TapRecord['kind'], taps: TapRecord[], functions: Functions) {
  const tap = (options: unknown, fn: unknown): void => {
    taps.push({
      hook,
      kind,
      options,
      fn: functions.add(fn) ?? refuse(`taps "${hook}" with no function`),
    });
  };
  const fire = () => refuse(`cannot fire hooks, such as "${hook}"`);
  return { name: hook, tap, tapPromise: tap, isUsed: fire, isPure: fire, call: fire, promise: fire, run: fire };
}

/** Creates the host that `setup` gets where a plugin is isolated: it records taps, and asks the real host for services. */
export function createGuestHost(
  plugin: string,
  { site, brand }: SetupInput,
  { ask, log, functions, taps }: { ask: Ask; log: Logger; functions: Functions; taps: TapRecord[] },
): PluginHost {
  const hook = (kind: TapRecord['kind']) => (name: string) =>
    name.includes('{')
      ? {
          for: (value: string) =>
            hookView(
              name.replace(/\{[^{}]*\}/, () => value),
              kind,
              taps,
              functions,
            ),
        }
      : hookView(name, kind, taps, functions);
  const ownBrand = createBrand(brand.name, brand.apiLinkRelation);
  const service = (way: 'use' | 'find') => (token: ServiceToken<unknown>) => {
    const members = ask({ ask: way, service: token.name }) as Record<string, 'method' | 'value'> | undefined;
    return members && serviceProxy(token.name, members, ask);
  };
  return {
    plugin,
    brand: ownBrand,
    site: { ...site, brand: ownBrand },
    log,
    caches: new Caches(),
    hooks: { filter: hook('filter'), action: hook('action'), has: (name: string) => ask({ ask: 'has', hook: name }) },
    provide: () => refuse('cannot provide services'),
    use: service('use'),
    find: service('find'),
    command: () => refuse('cannot add commands'),
  } as unknown as PluginHost;
}

/** Creates the server that taps of `rest_api_init` get there: it records what is registered. */
export function createGuestServer(registered: Registration[], functions: Functions): object {
  const dataOf = (group: EndpointGroup): Record<string, unknown> => {
    const { callback, permission_callback, ...data } = group;
    for (const [name, argument] of Object.entries(data.args ?? {})) {
      for (const key of ['validate_callback', 'sanitize_callback'] as const) {
        if (typeof argument[key] === 'function') refuse(`cannot give argument "${name}" a ${key}; use its schema`);
      }
    }
    return data as unknown as Record<string, unknown>;
  };
  return {
    registerRoute(namespace: string, path: string, args: RouteArgs = [], override = false): boolean {
      const list: readonly EndpointGroup[] = Array.isArray(args)
        ? args
        : 'callback' in args
          ? [args as EndpointGroup]
          : Object.entries(args).flatMap(([key, group]) => (/^\d+$/.test(key) ? [group as EndpointGroup] : []));
      const rest = Array.isArray(args) || 'callback' in args ? {} : args;
      const options = Object.entries(rest).filter(([key]) => !/^\d+$/.test(key) && key !== 'schema');
      registered.push({
        what: 'route',
        namespace,
        path,
        override,
        options: Object.fromEntries(options),
        schema: (rest as { schema?: () => object }).schema?.(),
        groups: list.map((group) => ({
          data: dataOf(group),
          callback: functions.add(group.callback),
          permission: functions.add(group.permission_callback),
        })),
      });
      return true;
    },
    registerField(types: string | readonly string[], attribute: string, field: Record<string, unknown> = {}): void {
      registered.push({
        what: 'field',
        types,
        attribute,
        schema: field.schema,
        get: functions.add(field.get_callback),
        update: functions.add(field.update_callback),
      });
    },
  };
}
