import { freezeClasses } from '../../core/base/index.ts';
import type { CurrentUser, PluginHooks } from '../../core/index.ts';
import type { Role } from './default-roles.ts';
import { expectLoaded } from './expect-loaded.ts';

/** Capabilities by name; false takes one away that a role gives. */
export type Capabilities = Readonly<Record<string, boolean>>;

/** The roles among a user's own entries. */
export const rolesAmong = (capabilities: Capabilities, roles: ReadonlyMap<string, Role>): string[] =>
  Object.keys(capabilities).filter((name) => capabilities[name] === true && roles.has(name));

/** The capabilities that roles and own entries give; own entries win. */
export function allCapabilities(own: Capabilities, roles: ReadonlyMap<string, Role>): Record<string, boolean> {
  const all: Record<string, boolean> = Object.create(null);
  for (const role of rolesAmong(own, roles)) Object.assign(all, roles.get(role)!.capabilities);
  return Object.assign(all, own);
}

/** A signed-in user, whose permissions follow from roles and own capabilities. */
export class RoleUser implements CurrentUser {
  readonly id: number;
  readonly roles: readonly string[];
  /** What the user has before any filter. */
  readonly capabilities: Capabilities;
  readonly #hooks: PluginHooks;

  /** @param own the entries of the user's record: roles, and single capabilities that are given or taken away */
  constructor(id: number, own: Capabilities, roles: ReadonlyMap<string, Role>, hooks: PluginHooks) {
    this.id = id;
    this.roles = Object.freeze(rolesAmong(own, roles));
    this.capabilities = Object.freeze(allCapabilities(own, roles));
    this.#hooks = hooks;
    // Taps of `user_has_cap` get the user; they may change its capabilities only by the value that they return.
    Object.freeze(this);
  }

  can(capability: string, ...args: unknown[]): boolean {
    if (args.length > 0) expectLoaded(capability, args[0]);
    const needed = this.#hooks.filter('map_meta_cap').call([capability], capability, this.id, args);
    if (needed.includes('do_not_allow')) return false;
    const filter = this.#hooks.filter('user_has_cap');
    const had = filter.isUsed()
      ? filter.call({ ...this.capabilities }, needed, [capability, this.id, ...args], this)
      : this.capabilities;
    return needed.every((name) => name === 'exist' || (Object.hasOwn(had, name) && had[name] === true));
  }
}

freezeClasses(RoleUser);
