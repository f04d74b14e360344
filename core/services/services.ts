import { closest } from '../base/closest.ts';
import { ConflictError } from '../base/conflict-error.ts';
import { getOrMake } from '../base/get-or-make.ts';
import type { PluginPermissions } from './plugin-permissions.ts';
import type { ServiceToken } from './service-token.ts';

/** A service as listed. */
export interface ServiceListing {
  readonly name: string;
  /** The plugin that gave it; undefined where none did. */
  readonly owner: string | undefined;
  readonly users: readonly string[];
  /** What the service requires; undefined where no plugin gave it. */
  readonly token: ServiceToken<unknown> | undefined;
}

/** The services of one generation. */
export class Services {
  /** Of the plugins that are held to their capabilities, what each may. */
  readonly permissions = new Map<string, PluginPermissions>();
  readonly #provided = new Map<string, { owner: string; token: ServiceToken<unknown>; service: unknown }>();
  /** The plugins that asked for a service, by its name. */
  readonly #users = new Map<string, Set<string>>();

  /** Gives a service; throws when another plugin gave one under the same token. */
  provide<T>(owner: string, token: ServiceToken<T>, service: T): void {
    const earlier = this.#provided.get(token.name);
    if (earlier !== undefined) {
      throw new ConflictError(
        `plugin "${owner}" provides "${token.name}", which "${earlier.owner}" provides; disable one of them`,
        [owner, earlier.owner],
      );
    }
    this.permissions.get(owner)?.require(`provides service "${token.name}"`, token.provider);
    this.#provided.set(token.name, { owner, token, service });
  }

  /** The service of a token, or undefined when no plugin gave it. */
  find<T>(token: ServiceToken<T>): T | undefined {
    return this.#provided.get(token.name)?.service as T | undefined;
  }

  /** As `find`, for a plugin: throws when it lacks a capability that the service needs. */
  findFor<T>(user: string, token: ServiceToken<T>): T | undefined {
    getOrMake(this.#users, token.name, () => new Set()).add(user);
    const entry = this.#provided.get(token.name);
    if (entry === undefined || entry.owner === user) return entry?.service as T | undefined;
    // The plugin that gave it may have made a token of its own, which requires less.
    if (entry.token !== token && this.permissions.get(entry.owner)?.plugin.isDroppedIn)
      this.#requireProvider(entry.owner, token);
    return (this.permissions.get(user)?.serviceFor(entry.token, entry.service) ?? entry.service) as T;
  }

  /**
   * The service of a token, for a plugin: throws when no plugin gave it, naming the nearest one that was given, and when
   * the plugin lacks a capability that the service needs.
   */
  get<T>(user: string, token: ServiceToken<T>): T {
    if (this.#provided.has(token.name)) return this.findFor(user, token) as T;
    const nearest = closest(token.name, [...this.#provided.keys()]);
    const hint = nearest === undefined ? 'enable the plugin that does' : `did you mean "${nearest}"?`;
    throw new Error(`plugin "${user}" uses service "${token.name}", which no plugin provides; ${hint}`);
  }

  /**
   * The service of a token for code whose plugin is not known: only the very token that it was provided under opens it,
   * where plugins are held to their capabilities.
   */
  byToken<T>(user: string, token: ServiceToken<T>): T {
    const entry = this.#provided.get(token.name);
    if (entry === undefined || (entry.token !== token && this.permissions.size > 0)) {
      throw new TypeError(`service "${token.name}" is not for this token; use it in setup()`);
    }
    return this.get(user, token);
  }

  #requireProvider(owner: string, { name, provider, requiredPermissions }: ServiceToken<unknown>): void {
    this.permissions.get(owner)?.require(`provides service "${name}"`, provider ?? requiredPermissions);
  }

  /** Every service that was given or asked for, by name: whose it is, and the plugins that asked for it so far. */
  list(): ServiceListing[] {
    const names = [...new Set([...this.#provided.keys(), ...this.#users.keys()])].sort();
    return names.map((name) => {
      const users = [...(this.#users.get(name) ?? [])].sort();
      const { owner, token } = this.#provided.get(name) ?? {};
      return { name, owner, users, token };
    });
  }
}
