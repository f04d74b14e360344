import { familyPattern, type HookListing, type HookRegistry } from '../core/hooks/index.ts';

/**
 * What a name may stand for: the declaration of that name, or else every family that it fits. A family is listed with all
 * hooks that fit it, also those that fit another one.
 */
export function listingsOf(registry: HookRegistry, name: string): HookListing[] {
  const listings = registry.list();
  const own = listings.filter((listing) => listing.name === name);
  const isFamily = (listing: HookListing) => listing.name.includes('{');
  const found = own.length > 0 ? own : listings.filter((one) => isFamily(one) && familyPattern(one.name).test(name));
  const declared = new Set(listings.map((listing) => listing.name));
  const others = listings.flatMap(({ hooks }) => hooks).filter((hook) => !declared.has(hook.name));
  return found.map((listing) => {
    if (!isFamily(listing)) return listing;
    const pattern = familyPattern(listing.name);
    return { ...listing, hooks: others.filter((hook) => pattern.test(hook.name)) };
  });
}
