import type { SetAsideSettings } from './config/settings.ts';

/** Counts failures of plugins within a span of time that moves along. */
export class FailureWatch {
  readonly #failures: number;
  readonly #within: number;
  readonly #times = new Map<string, number[]>();

  constructor({ failures = 10, within = 60_000 }: SetAsideSettings = {}) {
    this.#failures = failures;
    this.#within = within;
  }

  /**
   * Notes a failure of a plugin; answers with how often it has failed within the span once that is too often, and
   * begins anew, and else with undefined.
   */
  note(plugin: string, now = Date.now()): number | undefined {
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
