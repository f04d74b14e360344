import type { Needs } from './capabilities.ts';
import { ClashError } from './clash.ts';
import { closest } from './closest.ts';
import type { PluginLimits } from './plugin-limits.ts';

/** A typed name under which one plugin gives others a service. Two tokens of one name are the same token. */
export interface ServiceToken<T> {
  readonly name: string;
  /** The capabilities that whoever uses the service needs. */
  readonly needs?: Needs;
  /** The members that need no more than to read: with `content:read` for `content:write`, these can be used. */
  readonly reads?: readonly string[];
  /** In place of `reads`, what a call of a member needs, where that lies in what it is called with. */
  readonly needsOf?: (member: string, args: readonly unknown[]) => Needs;
  /** The capabilities that whoever provides the service needs. */
  readonly provider?: Needs;
  /** Carries the service's type; never present at run time. */
  readonly type?: T;
}

/**
 * The types of services by name. Whoever provides one adds it by declaration merging, and its token needs no more than
 * its name from then on:
 *
 * ```ts
 * declare module 'tappet' {
 *   interface ServiceCatalogue { 'price-list': PriceList }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging.
export interface ServiceCatalogue {}

/** What the token of a service says of those who use and provide it. */
export interface ServiceNeeds<T> extends Pick<ServiceToken<T>, 'needs' | 'needsOf' | 'provider'> {
  readonly reads?: readonly (keyof T & string)[];
}

/**
 * Makes the token of a service: `serviceToken('post-store')` of one in the catalogue of services, and
 * `serviceToken<PriceList>('price-list')` of any other. What it says of capabilities holds if it is the token that the
 * service is provided under: `serviceToken('options', { needs: 'options:write', reads: ['get'] })`.
 */
export function serviceToken<N extends keyof ServiceCatalogue>(
  name: N,
  needs?: ServiceNeeds<ServiceCatalogue[N]>,
): ServiceToken<ServiceCatalogue[N]>;
export function serviceToken<T>(name: string, needs?: ServiceNeeds<T>): ServiceToken<T>;
export function serviceToken(name: string, needs: ServiceNeeds<unknown> = {}): ServiceToken<unknown> {
  return Object.freeze({ name, ...needs });
}

/** A service as listed. */
export interface ServiceListing {
  readonly name: string;
  /** The plugin that gave it; undefined where none did. */
  readonly owner: string | undefined;
  readonly users: readonly string[];
}

/** The services of one generation. */
export class Services {
  /** Of the plugins that are held to their capabilities, what each may. */
  readonly limits = new Map<string, PluginLimits>();
  readonly #provided = new Map<string, { owner: string; token: ServiceToken<unknown>; service: unknown }>();
  /** The plugins that asked for a service, by its name. */
  readonly #users = new Map<string, Set<string>>();

  /** Gives a service; throws when another plugin gave one under the same token. */
  provide<T>(owner: string, token: ServiceToken<T>, service: T): void {
    const earlier = this.#provided.get(token.name);
    if (earlier !== undefined) {
      throw new ClashError(
        `plugin "${owner}" provides "${token.name}", which "${earlier.owner}" provides; disable one of them`,
        [owner, earlier.owner],
      );
    }
    this.limits.get(owner)?.demand(`provides service "${token.name}"`, token.provider);
    this.#provided.set(token.name, { owner, token, service });
  }

  /** The service of a token, or undefined when no plugin gave it. */
  find<T>(token: ServiceToken<T>): T | undefined {
    return this.#provided.get(token.name)?.service as T | undefined;
  }

  /** As `find`, for a plugin: throws when it lacks a capability that the service needs. */
  findFor<T>(user: string, token: ServiceToken<T>): T | undefined {
    this.#remember(user, token.name);
    const entry = this.#provided.get(token.name);
    if (entry === undefined || entry.owner === user) return entry?.service as T | undefined;
    return (this.limits.get(user)?.serviceFor(entry.token, entry.service) ?? entry.service) as T;
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

  /** Every service that was given or asked for, by name: whose it is, and the plugins that asked for it so far. */
  list(): ServiceListing[] {
    const names = [...new Set([...this.#provided.keys(), ...this.#users.keys()])].sort();
    return names.map((name) => {
      const users = [...(this.#users.get(name) ?? [])].sort();
      return { name, owner: this.#provided.get(name)?.owner, users };
    });
  }

  #remember(user: string, name: string): void {
    const users = this.#users.get(name);
    if (users === undefined) this.#users.set(name, new Set([user]));
    else users.add(user);
  }
}
