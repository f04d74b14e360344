/** The settings of a contender, its first argument as JSON. */
export interface ContenderSettings {
  /** The address of the database. */
  readonly database: string;
  /** The port to listen on; 0 for any. */
  readonly port: number;
  /** Folders of plugins, for Tappet. */
  readonly plugins: readonly string[];
  /** Plugins that Tappet runs although they are off unless they are asked for. */
  readonly required: readonly string[];
  /** Plugins that Tappet does not run. */
  readonly disabled: readonly string[];
  /** Whether the caches of Tappet are on. */
  readonly cache: boolean;
  /** The `Authorization` header that may write, for handlers without users. */
  readonly authorization: string;
  /** The folder and the address of the WordPress that Tappet serves, where it does. */
  readonly wordpress?: { readonly path: string; readonly url: string; readonly derive: boolean };
  /** The folder of the built package. */
  readonly dist: string;
}

/** The settings that this process was started with. */
export const settings = JSON.parse(process.argv[2]!) as ContenderSettings;
