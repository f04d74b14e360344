import { AsyncLocalStorage } from 'node:async_hooks';

/** How many requests are sent to providers at the same time, and how many addresses wait for it. */
const [AT_ONCE, MOST_WAITING] = [2, 200];

/**
 * Work that nobody waits for: a few at a time, each once, and no more than so many, from when it is started. It runs
 * apart from the request that asked for it, outside of its transaction.
 */
export class Background {
  readonly #apart = AsyncLocalStorage.snapshot();
  readonly #failed: (error: unknown) => void;
  readonly #waiting = new Map<string, () => Promise<void>>();
  readonly #running = new Map<string, Promise<void>>();
  #started = false;
  #stopped = false;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Takes work from now on. */
  start(): void {
    this.#started = true;
  }

  /** Has work done, unless it is under way; false where it is not taken, as where too much waits. */
  add(key: string, work: () => Promise<void>): boolean {
    if (!this.#started) return false;
    if (this.#stopped || this.#waiting.has(key) || this.#running.has(key)) return true;
    if (this.#waiting.size >= MOST_WAITING) return false;
    this.#waiting.set(key, work);
    this.#apart(() => this.#next());
    return true;
  }

  /** Waits until nothing is left to do. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  /** Begins nothing more; what is under way stores nothing more. */
  stop(): void {
    this.#stopped = true;
    this.#waiting.clear();
  }

  #next(): void {
    for (const [key, work] of this.#waiting) {
      if (this.#running.size >= AT_ONCE) return;
      this.#waiting.delete(key);
      const done = work()
        .catch((error: unknown) => {
          if (!this.#stopped) this.#failed(error);
        })
        .finally(() => {
          this.#running.delete(key);
          this.#next();
        });
      this.#running.set(key, done);
    }
  }
}
