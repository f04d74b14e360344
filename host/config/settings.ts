import { resolve } from 'node:path';
import type { HookOverrides } from '../../core/hooks/index.ts';
import type { PluginDefinition } from '../../core/index.ts';
import type { Permalinks } from '../../core/site/index.ts';
import type { TrustedProxies } from '../http/trusted-proxies.ts';

/** The levels of the log, from all lines to none. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** One of the levels of the log. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** How many failures within which time quarantine a plugin. */
export interface QuarantineSettings {
  readonly failures?: number;
  /** Within how many milliseconds. */
  readonly within?: number;
}

/** Which plugins a host runs. */
export interface PluginSettings {
  /** Plugins beside those that come with the host: folders of plugins, plugin folders, or definitions. */
  readonly folders?: readonly (string | PluginDefinition)[];
  /** The folder of the site's `package.json`, whose dependencies may be plugins; that of the configuration by default. */
  readonly packages?: string;
  /** Whether clients may install plugins by `POST /plugins`; false by default. */
  readonly installable?: boolean;
  /** The names of plugins that do not run. */
  readonly disabled?: readonly string[];
  /** The only plugins of the host that run, with those that they require; all of them when left out. */
  readonly only?: readonly string[];
  /** Whether definitions are limited to their declared capabilities, as plugins of folders are; false by default. */
  readonly limitDefinitions?: boolean;
  /**
   * The names of plugins without which the host does not start; `optIn` plugins that are named here run. Other plugins
   * of the host are required unless they are disabled.
   */
  readonly required?: readonly string[];
  /** When a dropped-in plugin is quarantined: after ten failures within a minute by default, never for `false`. */
  readonly quarantine?: false | QuarantineSettings;
}

/** The settings of a host, as flags, the environment, the configuration file and `createHost` give them. */
export interface Settings {
  /** The port to listen on; 0 for any free port. */
  readonly port?: number;
  /** The address to listen on. */
  readonly host?: string;
  /** With how many processes `tappet serve` serves: `auto` for one by core; one without a primary when left out. */
  readonly workers?: number | 'auto';
  /** After how many milliseconds without an answer one of them is killed, and started anew; 0 for never. */
  readonly workerTimeout?: number;
  /** The address of the database; plugins take it as an option. */
  readonly database?: string;
  /** The address on which changes are listened for, where that of the database is one of a pooler. */
  readonly databaseListen?: string;
  /** The address of a replica of the database, which answers what is read of content. */
  readonly databaseReplica?: string;
  /** How many milliseconds the replica may be behind before the log and `/healthz` say so; 0 for no time at all. */
  readonly databaseReplicaLag?: number;
  /** How many connections to a database server there are at most. */
  readonly databasePoolSize?: number;
  /** How long a connection is waited for, in milliseconds; 0 for no limit, here and in the next ones. */
  readonly databasePoolWait?: number;
  /** How long a statement may take, in milliseconds. */
  readonly databaseStatementTimeout?: number;
  /** How long a statement may wait for a lock, in milliseconds. */
  readonly databaseLockTimeout?: number;
  /** How long a transaction may do nothing, in milliseconds. */
  readonly databaseIdleTimeout?: number;
  /** Whether the database is only looked at, and the plugins are set up on one in memory: to tell what a start would change. */
  readonly databaseDryRun?: boolean;
  /** The folder of an installation of WordPress, whose `wp-config.php` says where its content is. */
  readonly wordpress?: string;
  /** Whether the content of that installation may be changed. */
  readonly write?: boolean;
  /** Whether nothing of it may be changed; so it is unless `write` says otherwise. */
  readonly readOnly?: boolean;
  /** Whether tables and triggers of ours may be made in its database. */
  readonly derive?: boolean;
  /** What constants of `wp-config.php` are that PHP computes, and `table_prefix`. */
  readonly constants?: Readonly<Record<string, string | number | boolean>>;
  /** The brand in fixed identifiers (`cms-json`, `X-CMS-Total`). */
  readonly brand?: string;
  /** The base of link relations. */
  readonly apiLinkRelation?: string;
  /** The public base address; by default that of the listener. */
  readonly url?: string;
  /** The address of another server of the site that answers what is not here; plugins take it as an option. */
  readonly upstream?: string;
  readonly permalinks?: Permalinks;
  readonly plugins?: PluginSettings | readonly (string | PluginDefinition)[];
  /** The options of plugins, by plugin name. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Overrides of taps by hook name. */
  readonly hooks?: Readonly<Record<string, HookOverrides>>;
  /** Whether responses, items, texts and rows are cached; plugins have options for single caches. */
  readonly cache?: boolean;
  /** Whether responses hold the details of failures. */
  readonly debug?: boolean;
  readonly logLevel?: LogLevel;
  /** The proxies whose `X-Forwarded-*` headers are believed: how many there are, or their addresses and networks. */
  readonly trustProxy?: TrustedProxies;
  /** Whether each request has an id, in the lines of the log that belong to it and in the header `X-Request-Id`. */
  readonly requestIds?: boolean;
  /** The most bytes of a body that is read into memory, such as JSON or a form. */
  readonly bodyLimit?: number;
  /** The most bytes of any body of a client who is not signed in. */
  readonly anonymousBodyLimit?: number;
  /** The most bytes of a body that is written to disk, such as an upload. */
  readonly uploadLimit?: number;
  /** How long a tap of a hook may take, in milliseconds; 0 for no limit. */
  readonly tapTimeout?: number;
  /** How long the callbacks of a route may take, in milliseconds; 0 for no limit. */
  readonly routeTimeout?: number;
  /** How long the setup of a dropped-in plugin may take, in milliseconds; 0 for no limit. */
  readonly setupTimeout?: number;
  /** How long `/readyz` says that the host closes before its port does, in milliseconds. */
  readonly shutdownDelay?: number;
  /** How long requests in flight may take once the port is closed, in milliseconds. */
  readonly shutdownTimeout?: number;
  /** The most bytes of memory that an isolated plugin may use. */
  readonly workerMemory?: number;
  /** The most bytes of one message between the host and an isolated plugin: a request, an answer, a result. */
  readonly messageLimit?: number;
  /** The folder in which plugins that run in a process of their own, and may use files, have a folder each. */
  readonly pluginFiles?: string;
  /** Returns the current time, in milliseconds since 1970; for tests. */
  readonly now?: () => number;
}

/** The defaults of settings. The public address, the database and the log level have no fixed default. */
export const DEFAULT_SETTINGS = {
  port: 8080,
  host: '127.0.0.1',
  permalinks: 'pretty',
  cache: true,
  debug: false,
  trustProxy: false as TrustedProxies,
  requestIds: false,
  bodyLimit: 16 * 2 ** 20,
  uploadLimit: 128 * 2 ** 20,
  anonymousBodyLimit: 256 * 2 ** 10,
  tapTimeout: 10_000,
  routeTimeout: 60_000,
  setupTimeout: 60_000,
  workerTimeout: 30_000,
  // Without a load balancer nobody reads that a host closes, and one that is stopped by hand is to stop at once.
  shutdownDelay: 0,
  shutdownTimeout: 10_000,
} as const satisfies Settings;

/** Settings with their defaults filled in. */
export type ResolvedSettings = Settings & Required<Pick<Settings, keyof typeof DEFAULT_SETTINGS>>;

/** Thrown for an invalid setting; its message is one line that names where the setting is given, and what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The setting `plugins` in its long form. */
export const pluginSettings = ({ plugins = {} }: Settings): PluginSettings =>
  Array.isArray(plugins) ? { folders: plugins } : (plugins as PluginSettings);

/** Settings with absolute plugin folders, which do not depend on the current folder of the process. */
export function withAbsoluteFolders(settings: Settings, base: string): Settings {
  if (settings.plugins === undefined) return settings;
  const plugins = pluginSettings(settings);
  const folders = plugins.folders?.map((entry) => (typeof entry === 'string' ? resolve(base, entry) : entry));
  const packages = plugins.packages === undefined ? {} : { packages: resolve(base, plugins.packages) };
  return { ...settings, plugins: { ...plugins, ...(folders === undefined ? {} : { folders }), ...packages } };
}
