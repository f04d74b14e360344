import type { Services } from '../services/services.ts';
import type { LocatedPlugin } from './located-plugin.ts';

/**
 * The names of the plugins whose answers may be given again: those that say so, unless they use the service of a plugin
 * that does not.
 */
export function cacheablePlugins(plugins: readonly LocatedPlugin[], services: Services): ReadonlySet<string> {
  const definitions = plugins.map(({ definition }) => definition);
  const all = new Set(definitions.map(({ name }) => name));
  const cacheable = new Set(definitions.filter((one) => one.cacheable === true).map(({ name }) => name));
  const listed = services.list().filter(({ owner }) => owner !== undefined && all.has(owner));
  for (let before = -1; before !== cacheable.size; ) {
    before = cacheable.size;
    for (const { owner, users } of listed) {
      if (!cacheable.has(owner!)) for (const user of users) if (user !== owner) cacheable.delete(user);
    }
  }
  return cacheable;
}
