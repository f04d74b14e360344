import type { Generation } from '../core/generation.ts';
import type { MaybePromise } from '../core/index.ts';
import type { LocatedPlugin } from '../core/plugin/index.ts';
import type { Built } from './build.ts';
import type { ResolvedSettings } from './config/settings.ts';

/** Builds the generations of a host one after another, for the parts of the host that change which plugins run. */
export interface GenerationBuilder {
  /** The running generation, and the plugins that it was selected from. */
  readonly built: Built;
  readonly settings: ResolvedSettings;
  /** Runs `work`, which changes the generation, after all earlier changes have ended. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Builds the next generation and swaps it in; to be called within `inTurn`. Throws, and changes nothing, when the
   * settings cannot be read or the generation cannot be built.
   *
   * @param read - Reads the settings; those of the running generation when left out.
   * @param mustRun - The name of a plugin without which the build fails.
   */
  rebuild(read?: () => MaybePromise<ResolvedSettings>, mustRun?: string): Promise<void>;
  /** Whether a plugin of the running generation may be skipped in the next one. */
  maySkip(plugin: LocatedPlugin): boolean;
  /** Whether a generation is the one that serves new requests. */
  isRunning(generation: Generation): boolean;
}
