import type { Hook } from './hook.ts';

/** Something that watches hooks while it is needed, such as the trace of a request. */
export interface Instrument {
  /** Whether the firing that is about to begin is watched. */
  isActive(): boolean;
  /** Whether hooks that nothing taps are to be fired too. */
  watchesUntapped(): boolean;
  /** Whether what each tap does is looked at, so that no answer of a tap may come from a cache. */
  watchesTaps(): boolean;
  /** Fires the hook by `fire`, and answers as it does. It may add an interceptor to `hook.tapable` before. */
  around(hook: Hook, args: readonly unknown[], fire: () => unknown): unknown;
}
