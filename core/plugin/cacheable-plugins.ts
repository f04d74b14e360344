import type { Services } from '../services/services.ts';
import type { LocatedPlugin } from './located-plugin.ts';

/**
 * The names of the plugins whose answers may be given again: those that say so, unless they use the service of a plugin
 * that does not.
 */
export function cacheablePlugins(plugins: readonly LocatedPlugin[], services: Services): ReadonlySet<string> {
  const all = new Set(plugins.map(({ definition }) => definition.name));
  const cacheable = new Set(
    plugins.filter(({ definition }) => definition.cacheable === true).map(({ definition }) => definition.name),
  );
  const listed = services.list().filter(({ owner }) => owner !== undefined && all.has(owner));
  for (let before = -1; before !== cacheable.size; ) {
    before = cacheable.size;
    for (const { owner, users } of listed) {
      if (!cacheable.has(owner!)) for (const user of users) if (user !== owner) cacheable.delete(user);
    }
  }
  return cacheable;
}
