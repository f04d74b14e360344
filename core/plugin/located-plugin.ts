import type { PluginError } from '../base/plugin-error.ts';
import type { PluginDefinition } from './plugin.ts';

/** A plugin and the place it was found in, which errors name. */
export interface LocatedPlugin {
  readonly definition: PluginDefinition;
  /** The folder, or a word for where an inline definition came from. */
  readonly location: string;
  /** The file that it starts in; absent for an inline definition. */
  readonly entry?: string;
  /** Whether it is held to its capabilities; left out for the code of the program that runs the generation. */
  readonly limited?: boolean;
  /** Why it cannot be loaded; thrown when a generation is to run it. */
  readonly broken?: PluginError;
}
