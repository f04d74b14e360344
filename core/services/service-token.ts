import type { RequiredPermissions } from '../base/capabilities.ts';
import type { NearestName } from '../base/nearest-name.ts';
import type { ServiceCatalogue } from './catalogue.ts';

/**
 * A typed name under which one plugin gives other plugins a service. Two tokens of one name are the same token.
 */
export interface ServiceToken<T> {
  readonly name: string;
  /** The capabilities that a plugin needs to use the service. */
  readonly requiredPermissions?: RequiredPermissions;
  /** The members that need nothing, such as those that tell what is registered. */
  readonly open?: readonly string[];
  /** The members that only read: a plugin with `content:read` in place of `content:write` can use these. */
  readonly reads?: readonly string[];
  /** In place of `reads`, what a call of a member requires, where that depends on its arguments. */
  readonly requiredPermissionsOf?: (member: string, args: readonly unknown[]) => RequiredPermissions;
  /** The capabilities that a plugin needs to provide the service. */
  readonly provider?: RequiredPermissions;
  /** Carries the service's type; never present at run time. */
  readonly type?: T;
}

/** What the token of a service requires of the plugins that use and provide it. */
export interface ServicePermissions<T>
  extends Pick<ServiceToken<T>, 'requiredPermissions' | 'requiredPermissionsOf' | 'provider'> {
  readonly open?: readonly (keyof T & string)[];
  readonly reads?: readonly (keyof T & string)[];
}

/** The service of a name in the catalogue, or else that whose type is given. */
type ServiceOf<T, N extends string> = N extends keyof ServiceCatalogue
  ? ServiceCatalogue[N]
  : unknown extends T
    ? // biome-ignore lint/suspicious/noExplicitAny: the compiler speaks of a wrong name once, where it stands.
      any
    : T;

/** The name of a service: where no type is given it is one in the catalogue, and of a wrong one the nearest. */
type ServiceName<T, N extends string> = [unknown, keyof T, N] extends [T, never, Exclude<N, keyof ServiceCatalogue>]
  ? NearestName<NoInfer<N>, keyof ServiceCatalogue>
  : N;

/**
 * Makes the token of a service: `serviceToken('post-store')` for one in the catalogue of services, and
 * `serviceToken<PriceList>('price-list')` for any other.
 *
 * @param name the service's name, the same in the plugin that provides it and in those that use it
 * @param permissions the permissions that the service requires of a plugin, in the token that it is provided under:
 * `serviceToken('options', { requiredPermissions: 'options:write', reads: ['get'] })`
 */
export function serviceToken<T, N extends string = string>(
  name: ServiceName<T, N>,
  permissions?: ServicePermissions<ServiceOf<T, N>>,
): ServiceToken<ServiceOf<T, N>> {
  return Object.freeze({ name: name as string, ...permissions });
}
