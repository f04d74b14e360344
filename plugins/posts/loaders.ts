import type { RequestContext } from '../../core/index.ts';
import { BatchLoader } from '../database/index.ts';

/**
 * The data loaders of a request and of all requests that are dispatched on its behalf. They read in batches, and cache
 * what they read until an item is written.
 */
export class PostLoaders {
  readonly #loaders = new Map<unknown, { clearAll(): unknown }>();

  /** The loader of a key, made when it is first used. `batch` answers with a value for each of its keys. */
  of<K, V>(key: unknown, batch: (keys: readonly K[]) => Promise<V[]>): BatchLoader<K, V> {
    let found = this.#loaders.get(key) as BatchLoader<K, V> | undefined;
    if (found === undefined) {
      found = new BatchLoader<K, V>(batch);
      this.#loaders.set(key, found);
    }
    return found;
  }

  /** Clears the cached data of all loaders. */
  clear(): void {
    for (const each of this.#loaders.values()) each.clearAll();
  }
}

/** The loaders of a request's context. */
export const postLoaders = (context: RequestContext): PostLoaders => context.memo(PostLoaders, () => new PostLoaders());
