/** The names of the secrets that cookies and nonces are signed with, as WordPress has them. */
export const KEY_NAMES = [
  'auth_key',
  'secure_auth_key',
  'logged_in_key',
  'nonce_key',
  'auth_salt',
  'secure_auth_salt',
  'logged_in_salt',
  'nonce_salt',
] as const;

/** The name of a secret. */
export type KeyName = (typeof KEY_NAMES)[number];

/** The installation of WordPress whose site is served, as its `wp-config.php` describes it. */
export interface WordPress {
  /** The folder of its program: `ABSPATH` without the slash. */
  readonly path: string;
  /** The address of its database: `mysql://user:password@host/name`. */
  readonly database: string;
  /** What the names of its tables begin with. */
  readonly prefix: string;
  /** `WP_HOME` and `WP_SITEURL`, which stand above the options `home` and `siteurl`. */
  readonly home?: string;
  readonly siteurl?: string;
  /** `WP_CONTENT_DIR` and, where it is said, `WP_CONTENT_URL`. */
  readonly contentFolder: string;
  readonly contentUrl?: string;
  /** Where files are, unless the option `upload_path` says otherwise. */
  readonly uploadsFolder: string;
  /** The secrets; one that is left out, or not one of its own, is among the options, by its name. */
  readonly keys: Readonly<Partial<Record<KeyName, string>>>;
  /** What the names and the reach of cookies are made of, where it is said. */
  readonly cookies: {
    readonly hash?: string;
    readonly domain?: string;
    readonly path?: string;
    readonly sitePath?: string;
  };
  readonly debug: boolean;
  /** Whether anything may be written into its database. */
  readonly writes: boolean;
  /** Whether tables and triggers of ours may be made in its database. */
  readonly derives: boolean;
  /** All constants that are known. */
  readonly constants: Readonly<Record<string, string | number | boolean | null>>;
  /** The constants that PHP computes, and others that matter here, each with what to do about it. */
  readonly unknown: readonly string[];
}

declare module '../../../core/site/site.ts' {
  interface Site {
    /** The installation of WordPress whose site is served, where that is what settings say. */
    readonly wordpress?: WordPress;
  }
}

declare module '../../../core/plugin/command.ts' {
  interface CommandContext {
    /** The installation of WordPress that `--wordpress` names for a command that reads it, as `import` does. */
    readonly wordpress?: WordPress;
  }
}
