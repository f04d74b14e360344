import { resolve } from 'node:path';
import type { HookOverrides, Permalinks, PluginDefinition } from '../../core/index.ts';

/** How much is logged, from everything to nothing. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** One of the levels of the log. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** How often a plugin may fail before it is set aside. */
export interface SetAsideSettings {
  readonly failures?: number;
  /** Within how many milliseconds. */
  readonly within?: number;
}

/** Which plugins a host runs. */
export interface PluginSettings {
  /** Folders of plugins, plugin folders, or definitions, beside those that come with the host. */
  readonly folders?: readonly (string | PluginDefinition)[];
  /** Names of plugins that are not to run. */
  readonly disabled?: readonly string[];
  /** Of the plugins that come with the host, only these and what they require; all when left out. */
  readonly only?: readonly string[];
  /** Whether definitions are held to their capabilities, as plugins of folders are; false when left out. */
  readonly limitDefinitions?: boolean;
  /**
   * Plugins without which the host does not start: those that guard something, and those that run only where they are
   * asked for (`optIn`). Others that come with the host are required unless they are disabled.
   */
  readonly required?: readonly string[];
  /** When a dropped-in plugin that keeps failing is set aside; false for never, ten failures in a minute when left out. */
  readonly setAside?: false | SetAsideSettings;
}

/** Everything that may be set, as flags, environment, configuration file and `createHost` give it. */
export interface Settings {
  /** Where to listen: a port, 0 for any free one, and an address. */
  readonly port?: number;
  readonly host?: string;
  /** Where the content is kept; handed on to the plugin that takes it. */
  readonly database?: string;
  /** The brand of fixed identifiers (`cms-json`, `X-CMS-Total`), and the base of link relations. */
  readonly brand?: string;
  readonly apiLinkRelation?: string;
  /** The public base address; that of the listener when left out. */
  readonly url?: string;
  readonly permalinks?: Permalinks;
  readonly plugins?: PluginSettings | readonly (string | PluginDefinition)[];
  /** Options by plugin name. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Overrides of taps by hook name. */
  readonly hooks?: Readonly<Record<string, HookOverrides>>;
  /** Whether details of failures may reach clients. */
  readonly debug?: boolean;
  readonly logLevel?: LogLevel;
  /** Whether `X-Forwarded-*` headers are believed. */
  readonly trustProxy?: boolean;
  /** The most bytes of a body that is read into memory: JSON, forms. */
  readonly bodyLimit?: number;
  /** The most bytes of a body that goes to disk: uploads. */
  readonly uploadLimit?: number;
  /** How long a tap of a hook may take, in milliseconds; 0 for as long as it likes. */
  readonly tapTimeout?: number;
  /** How long the callbacks of a route may take, in milliseconds; 0 for as long as they like. */
  readonly routeTimeout?: number;
  /** How long the setup of a dropped-in plugin may take, in milliseconds; 0 for as long as it likes. */
  readonly setupTimeout?: number;
  /** The most bytes of memory that the worker of an isolated plugin may use, beside buffers. */
  readonly workerMemory?: number;
  /** Stands for the present, in milliseconds since 1970; for tests. */
  readonly now?: () => number;
}

/** What is taken where nothing is set. The address, the database and the log level have no fixed default. */
export const DEFAULT_SETTINGS = {
  port: 8080,
  host: '127.0.0.1',
  permalinks: 'pretty',
  debug: false,
  trustProxy: false,
  bodyLimit: 16 * 2 ** 20,
  uploadLimit: 128 * 2 ** 20,
  tapTimeout: 10_000,
  routeTimeout: 60_000,
  setupTimeout: 60_000,
} as const satisfies Settings;

/** Settings with their defaults filled in. */
export type ResolvedSettings = Settings & Required<Pick<Settings, keyof typeof DEFAULT_SETTINGS>>;

/** Thrown for a setting that cannot be used: one line that names where it stands, and what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Fills settings with their defaults. */
export const resolveSettings = (settings: Settings): ResolvedSettings => ({
  ...DEFAULT_SETTINGS,
  ...(Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Settings),
});

/** The setting `plugins` in its long form. */
export const pluginSettings = ({ plugins = {} }: Settings): PluginSettings =>
  Array.isArray(plugins) ? { folders: plugins } : (plugins as PluginSettings);

/** The plugin folders of settings made absolute, so that they mean the same wherever the process stands. */
export function withAbsoluteFolders(settings: Settings, base: string): Settings {
  if (settings.plugins === undefined) return settings;
  const plugins = pluginSettings(settings);
  const folders = plugins.folders?.map((entry) => (typeof entry === 'string' ? resolve(base, entry) : entry));
  return { ...settings, plugins: folders === undefined ? plugins : { ...plugins, folders } };
}
