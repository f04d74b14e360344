import { LRUCache } from 'lru-cache';
import { isPromise, type MaybePromise } from '../base/maybe-promise.ts';
import { ChangeTracker } from './change-tracker.ts';
import { DependencyVersions } from './dependency-versions.ts';

/** What a cache holds, how much of it, and when it is used. */
export interface CacheOptions<V, K = string> {
  /** What the entries are, in the plural: `rendered texts`. */
  readonly name: string;
  /** The most that the entries may measure together, in the unit of `sizeOf`. */
  readonly maxSize: number;
  /**
   * The size of a value in characters, to which those of its key are added. Where this is left out, an entry counts 1,
   * and 1 more for every thousand characters of its key.
   */
  readonly sizeOf?: (value: V, key: K) => number;
  /** The age at which an entry is dropped, in milliseconds; none where this is left out. */
  readonly maxAge?: number;
  /** Whether anything is cached; a disabled cache always computes. True where this is left out. */
  readonly enabled?: boolean;
  /** The tracker of what has changed; left out for entries that depend on nothing but their key. */
  readonly tracker?: ChangeTracker;
  /** Whether the running code may see what others do not, as in a transaction, so that it goes without the cache. */
  readonly isBypassed?: () => boolean;
}

/** The figures of a cache. */
export interface CacheFigures {
  readonly name: string;
  readonly enabled: boolean;
  readonly hits: number;
  readonly misses: number;
  readonly entries: number;
  /** The size of all entries, and the most that it may be, in a unit of the cache's own. */
  readonly size: number;
  readonly maxSize: number;
}

interface Entry<V> {
  readonly value: V;
  readonly madeOf: DependencyVersions;
}

interface Computation<V> {
  readonly promise: Promise<V>;
  readonly madeOf: DependencyVersions;
}

/**
 * Values by key, each used as long as nothing has changed that it was made of, and bounded in size.
 *
 * ```ts
 * const totals = new Cache<number>({ name: 'totals', maxSize: 500, tracker });
 * const total = await totals.compute('published', ['posts'], () => countPublished());
 * ```
 */
export class Cache<V extends {}, K extends {} = string> {
  readonly enabled: boolean;
  readonly #options: CacheOptions<V, K>;
  readonly #tracker: ChangeTracker;
  /** Replaced when the cache is cleared, so that computations under way store their values nowhere. */
  #entries: LRUCache<K, Entry<V>>;
  #computations = new Map<K, Computation<V>>();
  #hits = 0;
  #misses = 0;

  constructor(options: CacheOptions<V, K>) {
    this.enabled = options.enabled ?? true;
    this.#options = options;
    this.#tracker = options.tracker ?? new ChangeTracker();
    this.#entries = this.#emptyEntries();
  }

  get figures(): CacheFigures {
    return {
      name: this.#options.name,
      enabled: this.enabled,
      hits: this.#hits,
      misses: this.#misses,
      entries: this.#entries.size,
      size: this.#entries.calculatedSize,
      maxSize: this.#options.maxSize,
    };
  }

  /** Whether entries may be used and stored at present by the running code. */
  get isUsable(): boolean {
    return this.enabled && this.#tracker.isCurrent && this.#options.isBypassed?.() !== true;
  }

  /** The value of a key; undefined where none is stored, or where it is out of date. */
  get(key: K): V | undefined {
    return this.isUsable ? this.#find(key) : undefined;
  }

  /** The values of several keys, in their order; undefined unless all are stored and up to date. */
  getAll(keys: readonly K[]): V[] | undefined {
    if (!this.isUsable) return undefined;
    const found: V[] = [];
    for (const key of keys) {
      const value = this.#find(key);
      if (value === undefined) return undefined;
      found.push(value);
    }
    return found;
  }

  /**
   * Stores a value that was made of these dependencies just now, or of what was recorded while it was made. Any other
   * value whose making had to be waited for belongs to `compute`, which knows what changed meanwhile.
   */
  set(key: K, value: V, dependsOn: readonly string[] | DependencyVersions = []): void {
    if (!(dependsOn instanceof DependencyVersions)) this.storing(dependsOn)?.(key, value);
    else if (this.isUsable) this.#entries.set(key, { value, madeOf: dependsOn });
  }

  /**
   * What stores values that are made of these dependencies from now on, unless one of them has changed meanwhile or is
   * being written; undefined where the cache is not usable. To be called before the dependencies are read.
   */
  storing(dependsOn: readonly string[]): ((key: K, value: V) => void) | undefined {
    return this.isUsable ? this.#storing(dependsOn) : undefined;
  }

  /**
   * The value of a key, made by `make` where none is stored. A value during whose making one of its dependencies
   * changed or was being written is returned, but not stored. Calls for one key at the same time share a computation,
   * unless only its end tells whether the value may be stored.
   *
   * @param dependsOn the names of all that the value is made of
   * @param mayStore says of a value that was made whether it would be made the same again
   */
  compute(
    key: K,
    dependsOn: readonly string[],
    make: () => MaybePromise<V>,
    mayStore?: (value: V) => boolean,
  ): MaybePromise<V> {
    if (!this.isUsable) return make();
    const found = this.#find(key);
    if (found !== undefined) return found;
    const running = this.#computations.get(key);
    if (running?.madeOf.areCurrent()) return running.promise.then((value) => this.#readBy(running.madeOf, value));

    const madeOf = this.#tracker.versionsOf(dependsOn);
    const storing = this.#storing(dependsOn, madeOf);
    const store = (value: V): V => {
      if (mayStore === undefined || mayStore(value)) storing(key, value);
      return this.#readBy(madeOf, value);
    };
    const made = make();
    if (!isPromise(made)) return store(made);
    if (mayStore !== undefined) return made.then(store);
    const computation = { promise: made.then(store), madeOf };
    this.#computations.set(key, computation);
    const forget = () => {
      if (this.#computations.get(key) === computation) this.#computations.delete(key);
    };
    computation.promise.then(forget, forget);
    return computation.promise;
  }

  /** Whether a value of this key is stored and up to date. */
  has(key: K): boolean {
    return this.isUsable && this.#entries.peek(key)?.madeOf.areCurrent() === true;
  }

  /** Drops all entries. */
  clear(): void {
    this.#entries = this.#emptyEntries();
    this.#computations = new Map();
  }

  #find(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry?.madeOf.areCurrent()) {
      this.#hits++;
      return this.#readBy(entry.madeOf, entry.value);
    }
    this.#misses++;
    if (entry !== undefined) this.#entries.delete(key);
    return undefined;
  }

  #storing(
    dependsOn: readonly string[],
    madeOf: DependencyVersions = this.#tracker.versionsOf(dependsOn),
  ): (key: K, value: V) => void {
    const entries = this.#entries;
    const isWritten = this.#tracker.areWritten(dependsOn);
    return (key, value) => {
      const isSettled = !isWritten && madeOf.areCurrent() && !this.#tracker.areWritten(dependsOn);
      if (isSettled) entries.set(key, { value, madeOf });
    };
  }

  /** Notes that a value was used, so that what is recorded around it depends on the same. */
  #readBy(madeOf: DependencyVersions, value: V): V {
    madeOf.read();
    return value;
  }

  #emptyEntries(): LRUCache<K, Entry<V>> {
    const { maxSize, maxAge, sizeOf } = this.#options;
    const lengthOf = (key: K) => (typeof key === 'string' ? key.length : 0);
    return new LRUCache({
      maxSize,
      sizeCalculation: ({ value }, key) =>
        sizeOf ? sizeOf(value, key) + lengthOf(key) : 1 + Math.floor(lengthOf(key) / 1000),
      ...(maxAge === undefined ? {} : { ttl: maxAge }),
    });
  }
}
