import type { PluginDefinition } from './plugin.ts';

/** A plugin and the place it was found in, which errors name. */
export interface LocatedPlugin {
  readonly definition: PluginDefinition;
  /** The folder, or a word for where an inline definition came from. */
  readonly location: string;
  /** The file that it starts in; absent for an inline definition. */
  readonly entry?: string;
  /** Whether it is held to its capabilities; left out for the code of whoever runs the generation. */
  readonly limited?: boolean;
  /** Why it cannot be loaded; thrown when a generation is to run it. */
  readonly broken?: PluginError;
}

/** Thrown when plugins cannot be put together: says which folder, and what to do. */
export class PluginError extends Error {
  override readonly name = 'PluginError';
  /** The plugin that is at fault, where it is one. */
  readonly plugin: string | undefined;
  /** Whether not the plugin is to be mended, but what configuration says of it. */
  readonly ofConfiguration: boolean;
  /** Where in the plugin's folder it was thrown, once that is known. */
  file?: string;
  line?: number;

  constructor(
    message: string,
    { plugin, ofConfiguration = false, ...options }: ErrorOptions & { plugin?: string; ofConfiguration?: boolean } = {},
  ) {
    super(message, options);
    this.plugin = plugin;
    this.ofConfiguration = ofConfiguration;
  }
}
