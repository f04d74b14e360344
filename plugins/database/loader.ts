import DataLoader from 'dataloader';
import { allOf } from '../../core/base/index.ts';
import type { MaybePromise, RequestContext } from '../../core/index.ts';

/** The most keys of one batch, well below what a statement may have of parameters. */
const BATCH = 1000;

/**
 * Gathers the keys requested at about the same time into one batch, and remembers the values that it found. `get` returns
 * a value that was found before at once, and `load` as a promise.
 */
export class BatchLoader<K, V> extends DataLoader<K, V> {
  readonly #batch: (keys: readonly K[]) => Promise<V[]>;
  readonly #found: Found<K, V>;

  /** `batch` answers with a value for each of its keys, in the same order. */
  constructor(batch: (keys: readonly K[]) => Promise<V[]>) {
    const found = new Found<K, V>();
    super((keys) => found.keep(keys, batch(keys)), { maxBatchSize: BATCH });
    this.#batch = batch;
    this.#found = found;
  }

  /** The value of a key: at once when it is there. */
  get(key: K): MaybePromise<V> {
    const value = this.#found.values.get(key);
    return value !== undefined || this.#found.values.has(key) ? (value as V) : this.load(key);
  }

  /** Reads the values of many keys that are about to be needed. */
  async fill(keys: readonly K[]): Promise<void> {
    const missing = [...new Set(keys)].filter((key) => !this.#found.values.has(key));
    for (let at = 0; at < missing.length; at += BATCH) {
      const part = missing.slice(at, at + BATCH);
      await this.#found.keep(part, this.#batch(part));
    }
  }

  /**
   * The values of many keys, in their order, read without a promise for each. A single key is gathered with those that are
   * requested at about the same time.
   */
  async loadAll(keys: readonly K[]): Promise<V[]> {
    if (keys.length > 1) await this.fill(keys);
    return allOf(keys.map((key) => this.get(key)));
  }

  override load(key: K): Promise<V> {
    const { values } = this.#found;
    return values.has(key) ? Promise.resolve(values.get(key) as V) : super.load(key);
  }

  override prime(key: K, value: V | Error | PromiseLike<V>): this {
    const isValue = !(value instanceof Error) && !(value instanceof Promise);
    if (isValue && !this.#found.values.has(key)) this.#found.values.set(key, value as V);
    return super.prime(key, value as V);
  }

  override clear(key: K): this {
    this.#found.forget(key);
    return super.clear(key);
  }

  override clearAll(): this {
    this.#found.forgetAll();
    return super.clearAll();
  }
}

/** The values that were found; those of a batch that was on its way when any were forgotten are not remembered. */
class Found<K, V> {
  readonly values = new Map<K, V>();
  #version = 0;

  async keep(keys: readonly K[], batch: Promise<V[]>): Promise<V[]> {
    const version = this.#version;
    const values = await batch;
    if (version === this.#version) for (const [index, key] of keys.entries()) this.values.set(key, values[index]!);
    return values;
  }

  forget(key: K): void {
    this.#version++;
    this.values.delete(key);
  }

  forgetAll(): void {
    this.#version++;
    this.values.clear();
  }
}

/** The loader of a request context under `key`, made when it is first needed. */
export const loader = <K, V>(
  context: RequestContext,
  key: unknown,
  batch: (keys: readonly K[]) => Promise<V[]>,
): BatchLoader<K, V> => context.memo(key, () => new BatchLoader<K, V>(batch));
