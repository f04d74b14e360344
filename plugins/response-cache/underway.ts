import { deferred } from '../../core/index.ts';

/** Answers that are being made, by method and address, for those who ask for the same meanwhile. */
export class Underway {
  readonly #made = new Map<string, Promise<void>>();

  /** Waits until the answer that is being made is; undefined when none is. */
  of(key: string): Promise<void> | undefined {
    return this.#made.get(key);
  }

  /** Says that an answer is being made, until what it answers with is called. */
  begin(key: string): () => void {
    const { promise, resolve } = deferred();
    this.#made.set(key, promise);
    return () => {
      if (this.#made.get(key) === promise) this.#made.delete(key);
      resolve();
    };
  }
}
