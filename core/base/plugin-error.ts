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
