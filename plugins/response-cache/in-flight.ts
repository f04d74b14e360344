import { deferred } from '../../core/base/index.ts';

/** The requests whose answers are being made, by method and address, so that others for the same can wait. */
export class InFlightRequests {
  readonly #answered = new Map<string, Promise<void>>();

  /** Waits until the request is answered; undefined when there is none. */
  of(key: string): Promise<void> | undefined {
    return this.#answered.get(key);
  }

  /** Says that an answer is being made, until the returned function is called. */
  begin(key: string): () => void {
    const { promise, resolve } = deferred();
    this.#answered.set(key, promise);
    return () => {
      if (this.#answered.get(key) === promise) this.#answered.delete(key);
      resolve();
    };
  }
}
