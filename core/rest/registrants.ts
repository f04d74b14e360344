import { AsyncLocalStorage } from 'node:async_hooks';
import type { PluginLimits } from '../plugin-limits.ts';

/** Knows, while routes are registered, which plugin's tap is at it, in all that the tap waits for too. */
export class Registrants {
  readonly #storage = new AsyncLocalStorage<PluginLimits>();

  /** A function whose registrations are held against a plugin's limits. */
  as<A extends unknown[], R>(limits: PluginLimits, fn: (...args: A) => R): (...args: A) => R {
    return (...args) => this.#storage.run(limits, fn, ...args);
  }

  /** The limits of whoever registers; undefined for those who have none. */
  get current(): PluginLimits | undefined {
    return this.#storage.getStore();
  }

  /** Ends the watch, which would cost every promise a little. */
  end(): void {
    this.#storage.disable();
  }
}
