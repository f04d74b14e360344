import { closest } from './closest.ts';

/** A typed name under which one plugin gives others a service. Two tokens of one name are the same token. */
export interface ServiceToken<T> {
  readonly name: string;
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

/**
 * Makes the token of a service: `serviceToken('post-store')` of one in the catalogue of services, and
 * `serviceToken<PriceList>('price-list')` of any other.
 */
export function serviceToken<N extends keyof ServiceCatalogue>(name: N): ServiceToken<ServiceCatalogue[N]>;
export function serviceToken<T>(name: string): ServiceToken<T>;
export function serviceToken(name: string): ServiceToken<unknown> {
  return Object.freeze({ name });
}

/** The services of one generation. */
export class Services {
  readonly #provided = new Map<string, { owner: string; service: unknown }>();

  /** Gives a service; throws when another plugin gave one under the same token. */
  provide<T>(owner: string, token: ServiceToken<T>, service: T): void {
    const earlier = this.#provided.get(token.name);
    if (earlier !== undefined) {
      throw new Error(
        `plugin "${owner}" provides "${token.name}", which "${earlier.owner}" provides; disable one of them`,
      );
    }
    this.#provided.set(token.name, { owner, service });
  }

  /** The service of a token, or undefined when no plugin gave it. */
  find<T>(token: ServiceToken<T>): T | undefined {
    return this.#provided.get(token.name)?.service as T | undefined;
  }

  /** The service of a token; throws when no plugin gave it, naming the nearest one that was given. */
  get<T>(user: string, token: ServiceToken<T>): T {
    const entry = this.#provided.get(token.name);
    if (entry !== undefined) return entry.service as T;
    const nearest = closest(token.name, [...this.#provided.keys()]);
    const hint = nearest === undefined ? 'enable the plugin that does' : `did you mean "${nearest}"?`;
    throw new Error(`plugin "${user}" uses service "${token.name}", which no plugin provides; ${hint}`);
  }
}
