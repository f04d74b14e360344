/** What a contender is told as its first argument, in JSON. */
export interface ContenderSettings {
  readonly database: string;
  /** The port to listen on; 0 for any. */
  readonly port: number;
  /** Folders of plugins, for Tappet. */
  readonly plugins: readonly string[];
  /** Plugins that Tappet does without. */
  readonly disabled: readonly string[];
  /** The `Authorization` of those who may write, for the handlers that have no users. */
  readonly authorization: string;
  /** The folder of what `npm run build` made. */
  readonly dist: string;
}

/** The settings that this process was started with. */
export const settings = JSON.parse(process.argv[2]!) as ContenderSettings;
