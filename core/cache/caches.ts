import { Cache, type CacheFigures, type CacheOptions } from './cache.ts';

/** The caches of one generation of plugins: what makes them, lists them, and switches all of them off. */
export class Caches {
  /** Whether the host caches anything at all. */
  readonly enabled: boolean;
  readonly #all: { readonly figures: CacheFigures }[] = [];

  constructor(enabled = true) {
    this.enabled = enabled;
  }

  /** Makes a cache and lists it; it is disabled where all are. */
  create<V extends {}, K extends {} = string>(options: CacheOptions<V, K>): Cache<V, K> {
    const cache = new Cache<V, K>({ ...options, enabled: this.enabled && (options.enabled ?? true) });
    this.#all.push(cache);
    return cache;
  }

  /** The figures of all caches, in the order in which they were made. */
  figures(): CacheFigures[] {
    return this.#all.map(({ figures }) => figures);
  }
}
