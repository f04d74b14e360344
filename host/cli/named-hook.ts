import { closest } from '../../core/base/index.ts';
import { type Hook, type HookListing, type HookRegistry, noHook } from '../../core/hooks/index.ts';
import { CommandError } from '../../core/index.ts';
import { listingsOf } from '../hook-listings.ts';

/** The hooks and declarations of a name that is given to a command. */
export interface NamedHook {
  readonly name: string;
  /** Its declaration; for a concrete name all patterns that it matches. */
  readonly listings: readonly HookListing[];
  /** The hook of a concrete name, even without taps; for a pattern all its hooks with taps. */
  readonly hooks: readonly Hook[];
}

/** Finds the hook of a name; throws a `CommandError` with the nearest name if it is not declared. */
export function namedHook(registry: HookRegistry, name: string): NamedHook {
  const listings = listingsOf(registry, name);
  if (listings.length === 0) {
    const known = registry.list().flatMap((listing) => [listing.name, ...listing.hooks.map((hook) => hook.name)]);
    throw new CommandError(noHook(name, known));
  }
  const hooks = name.includes('{') ? listings.flatMap((listing) => listing.hooks) : [registry.get(name)];
  return { name, listings, hooks };
}

/** The text for a hook without taps, with the nearest name of a hook that has some. */
export function untapped(registry: HookRegistry, name: string): string {
  const tapped = registry.list().flatMap(({ hooks }) => hooks.map((hook) => hook.name));
  const nearest = closest(name, tapped);
  return `nothing taps it${nearest === undefined ? '' : `; "${nearest}" is tapped`}`;
}

/** A declaration as a line: `rest_post_dispatch(response, server, request)  async filter of core`. */
export function signatureOf({ name, owner, declaration }: HookListing): string {
  const { timing, kind, params } = declaration;
  return `${name}(${params.join(', ')})  ${timing} ${kind} of ${owner}`;
}
