import { type Capability, listPermissions, type RequiredPermissions, readPermissions } from '../base/capabilities.ts';
import { getOrMake } from '../base/get-or-make.ts';
import { PluginError } from '../base/plugin-error.ts';
import type { Brand } from '../site/brand.ts';
import type { ServiceToken } from './service-token.ts';

/** Whom limits are those of. */
export interface Limited {
  readonly name: string;
  readonly capabilities?: readonly Capability[];
  /** Whether it did not come with the host. */
  readonly isDroppedIn?: boolean;
  /** The place that errors name. */
  readonly location: string;
}

/** What one plugin may: its declared capabilities, held against the hooks, services and namespaces that it asks for. */
export class PluginPermissions {
  readonly plugin: Limited;
  /** What the plugin has asked for until now that needs a capability, whether or not it is declared. */
  readonly used = new Set<Capability>();
  readonly #declared: readonly Capability[];
  readonly #brand: Brand;

  constructor(plugin: Limited, brand: Brand) {
    this.plugin = plugin;
    this.#declared = plugin.capabilities ?? [];
    this.#brand = brand;
  }

  /** Whether a capability is declared, by itself or within a greater one. */
  may(capability: Capability): boolean {
    if (this.#declared.includes(capability)) return true;
    if (capability.startsWith('routes:')) return this.#declared.includes('routes:*');
    return capability.endsWith(':read') && this.#declared.includes(capability.replace(/read$/, 'write') as Capability);
  }

  /** Throws a `PluginError` with the line to add, unless all that an act needs is declared: `uses service "options"`. */
  require(act: string, requiredPermissions: RequiredPermissions | undefined): void {
    const missing: Capability[] = [];
    for (const permission of listPermissions(requiredPermissions)) {
      this.used.add(permission);
      if (!this.may(permission)) missing.push(permission);
    }
    if (missing.length > 0) throw this.#refusal(act, missing);
  }

  /** Throws unless routes may be registered in a namespace; the empty one is the interface's own. */
  requireNamespace(namespace: string): void {
    const [first = ''] = namespace.split('/', 1);
    const { name } = this.#brand;
    const isBranded = first === name || first.startsWith(`${name}-`);
    if (first === this.plugin.name && !isBranded) return;
    // The brand is the site's choice, so a plugin spells the neutral one.
    const spelled = isBranded ? `cms${namespace.slice(name.length)}` : namespace;
    const act =
      namespace === '' ? 'registers a route in no namespace' : `registers a route in namespace "${namespace}"`;
    this.require(act, namespace === '' ? 'routes:*' : `routes:${spelled}`);
  }

  /** A service as the plugin may use it: whole, or with the methods that only read; throws when neither is declared. */
  serviceFor<T>(token: ServiceToken<T>, service: T): T {
    const { name, requiredPermissions, open = [], reads = [], requiredPermissionsOf } = token;
    const required = listPermissions(requiredPermissions);
    const isWhole = required.every((one) => this.may(one));
    const isDivided = open.length > 0 || reads.length > 0 || requiredPermissionsOf !== undefined;
    if (isWhole || !isDivided) {
      this.require(`uses service "${name}"`, required);
      return service;
    }
    const least = readPermissions(required);
    if (open.length === 0) {
      this.require(
        `uses service "${name}"`,
        requiredPermissionsOf === undefined ? least : (least.find((one) => this.may(one)) ?? least[0]),
      );
    }
    const free = least.every((one) => this.may(one)) ? [...open, ...reads] : open;
    return guardedProxy(service as object, free, (member, args) => {
      this.require(`uses "${member}" of service "${name}"`, requiredPermissionsOf?.(member, args) ?? required);
    }) as T;
  }

  #refusal(act: string, missing: readonly Capability[]): PluginError {
    const replaced = new Set(readPermissions(missing));
    const others = this.#declared.filter((capability) => !replaced.has(capability));
    const line = [...others, ...missing].map((capability) => `'${capability}'`).join(', ');
    const what = missing.length === 1 ? 'a capability' : 'capabilities';
    const { name, location } = this.plugin;
    return new PluginError(
      `${location}: plugin "${name}" ${act} without ${what} that it needs; add capabilities: [${line}]`,
      { plugin: name },
    );
  }
}

/** A service whose members are checked before use, but for some. An ordinary object, for it is used often. */
function guardedProxy(
  service: object,
  free: readonly string[],
  check: (member: string, args: readonly unknown[]) => void,
): object {
  const face: object = Object.create(null);
  for (const name of membersOf(service)) {
    const value: unknown = Reflect.get(service, name);
    const use = (args: unknown[]) =>
      typeof value === 'function' ? value.apply(service, args) : Reflect.get(service, name);
    const isFree = free.includes(name);
    const checked = (...args: unknown[]) => {
      if (!isFree) check(name, args);
      return use(args);
    };
    const method = typeof value === 'function' && isFree ? value.bind(service) : checked;
    Object.defineProperty(face, name, typeof value === 'function' ? { value: method } : { get: checked });
  }
  return Object.freeze(face);
}

const named = (names: readonly string[]): string[] => names.filter((name) => name !== 'constructor');

/** The members that a class gives, by its prototype: every plugin that uses a service asks for them. */
const ofClasses = new WeakMap<object, readonly string[]>();

/** The names of all members of an object, those that its class gives it too. */
function membersOf(object: object): Set<string> {
  return new Set([...named(Object.getOwnPropertyNames(object)), ...membersOfClass(Object.getPrototypeOf(object))]);
}

function membersOfClass(prototype: object | null): readonly string[] {
  if (prototype === null || prototype === Object.prototype) return [];
  return getOrMake(ofClasses, prototype, () => [...membersOf(prototype)]);
}
