import type { QuarantineSettings } from './config/settings.ts';

/** Counts the failures of each plugin within a sliding time window. */
export class FailureWatch {
  readonly #failures: number;
  readonly #within: number;
  readonly #times = new Map<string, number[]>();

  constructor({ failures = 10, within = 60_000 }: QuarantineSettings = {}) {
    this.#failures = failures;
    this.#within = within;
  }

  /**
   * Counts a failure of a plugin. Returns the number of failures within the window once it reaches the limit, and then
   * starts counting again; undefined below the limit.
   */
  count(plugin: string, now = Date.now()): number | undefined {
    const times = (this.#times.get(plugin) ?? []).filter((time) => time > now - this.#within);
    times.push(now);
    if (times.length < this.#failures) {
      this.#times.set(plugin, times);
      return undefined;
    }
    this.#times.delete(plugin);
    return times.length;
  }
}
