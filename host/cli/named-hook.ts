import { CommandError, closest, type Hook, type HookListing, type HookRegistry, noHook } from '../../core/index.ts';

/** What a name of a command stands for. */
export interface NamedHook {
  readonly name: string;
  /** Its declaration; for a concrete name every pattern that it fits. */
  readonly listings: readonly HookListing[];
  /** The hook of a concrete name, whether or not anything taps it; for a pattern all its tapped ones. */
  readonly hooks: readonly Hook[];
}

/** Finds the hook of a name; throws a `CommandError` that names the nearest for one that nothing declares. */
export function namedHook(registry: HookRegistry, name: string): NamedHook {
  const listings = registry.listingsOf(name);
  if (listings.length === 0) {
    const known = registry.list().flatMap((listing) => [listing.name, ...listing.hooks.map((hook) => hook.name)]);
    throw new CommandError(noHook(name, known));
  }
  const hooks = name.includes('{') ? listings.flatMap((listing) => listing.hooks) : [registry.get(name)];
  return { name, listings, hooks };
}

/** What is said of a hook that nothing taps: of a concrete name, perhaps that another was meant. */
export function untapped(registry: HookRegistry, name: string): string {
  const tapped = registry.list().flatMap(({ hooks }) => hooks.map((hook) => hook.name));
  const nearest = closest(name, tapped);
  return `nothing taps it${nearest === undefined ? '' : `; "${nearest}" is tapped`}`;
}

/** A declaration in one line: `rest_post_dispatch(response, server, request)  async filter of core`. */
export function signatureOf({ name, owner, declaration }: HookListing): string {
  const { timing, kind, params } = declaration;
  return `${name}(${params.join(', ')})  ${timing} ${kind} of ${owner}`;
}
