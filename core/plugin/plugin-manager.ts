import { serviceToken } from '../services/service-token.ts';
import type { PluginDefinition } from './plugin.ts';
import type { SkippedPlugin, SkipReason } from './skipped-plugins.ts';

/** A plugin that the host knows, whether or not it runs. */
export interface KnownPlugin {
  readonly name: string;
  readonly status: 'active' | 'inactive';
  /** The folder, or a word for where an inline definition came from. */
  readonly location: string;
  /** Absent for a plugin that configuration switched off, which is not loaded, and for one that cannot be loaded. */
  readonly definition?: PluginDefinition;
  /** Why a plugin that is switched on does not run; it counts as inactive. */
  readonly skipped?: SkipReason;
}

/** Why the plugins are not changed as asked. */
export type PluginRefusal =
  | 'unknown'
  | 'required'
  | 'requirement'
  | 'configuration'
  | 'indispensable'
  | 'active'
  | 'running'
  | 'not-removable'
  | 'not-installable'
  | 'exists'
  | 'build'
  | 'package'
  | 'registry'
  | 'unapproved'
  | 'busy';

/** Thrown when the plugins are not changed as asked: one line that says why and what to do. */
export class PluginChangeError extends Error {
  override readonly name = 'PluginChangeError';
  readonly reason: PluginRefusal;

  constructor(reason: PluginRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * Lists plugins and switches them on and off. A change is stored, then the next generation is built beside the
 * running one and swapped in; what asked for it goes on with the generation that it began with. A refused change, or
 * one whose generation cannot be built, throws a `PluginChangeError` and leaves everything as it was.
 */
export interface PluginManager {
  /** Every plugin that the host knows, by name. */
  all(): readonly KnownPlugin[];
  /** Switches a plugin on; one that was quarantined comes back. */
  activate(name: string): Promise<void>;
  /** Refused while another active plugin requires it. */
  deactivate(name: string): Promise<void>;
  /** Takes a plugin back that was quarantined because it kept failing; refused for any other. */
  resume(name: string): Promise<void>;
  /** Removes the folder of an inactive plugin that was dropped in, or its package if it was installed. */
  delete(name: string): Promise<void>;
  /**
   * Installs the package `tappet-plugin-SLUG`, if configuration allows it. Refused as `unapproved` if the plugin asks for
   * other capabilities than the given ones. Returns the name of the plugin.
   */
  install(slug: string, active: boolean, capabilities: readonly string[]): Promise<string>;
  /** Builds the next generation if other plugins are stored as inactive than the running one was built without. */
  refresh(): Promise<void>;
}

/** The host's manager of plugins; there is none in a generation that no host runs. */
export const PluginManager = serviceToken('plugin-manager', { requiredPermissions: 'plugins' });

/** Which plugins are not as they are of themselves. */
export interface SwitchedPlugins {
  /** Those that were switched off. */
  readonly off: readonly string[];
  /** Those that were switched on, of those that run only then (`optIn`). */
  readonly on: readonly string[];
}

/** Keeps which plugins are switched off and on; provided by a plugin that is set up `early`. */
export interface InactivePlugins {
  switched(): SwitchedPlugins;
  /** Stores that a plugin is off, on, or as it is of itself; answers with what it was before. */
  switch(plugin: string, to: keyof SwitchedPlugins | undefined): Promise<keyof SwitchedPlugins | undefined>;
}

/** The token of what is switched off and on. */
export const InactivePlugins = serviceToken('inactive-plugins', {
  requiredPermissions: 'plugins',
  provider: 'plugins',
});

/** A reload that failed: where, and what to do. */
export interface ReloadFailure {
  readonly at: Date;
  /** One line that names the place and says what to mend. */
  readonly message: string;
  readonly plugin?: string;
  readonly file?: string;
  readonly line?: number;
}

/** How often a plugin failed in a hook, and with what at last. */
export interface FailureCount {
  readonly plugin: string;
  readonly hook: string;
  readonly count: number;
  readonly message: string;
}

/** What a generation knows of the host that runs it. */
export interface HostStatus {
  /** The number of this generation; the first is 1. */
  readonly generation: number;
  /** When this generation was built. */
  readonly since: Date;
  /** How many plugins run. */
  readonly plugins: number;
  /** Whether the host takes requests; false once it closes. */
  readonly ready: boolean;
  /** The plugins that are broken or quarantined, and those that require them. */
  readonly skipped: readonly SkippedPlugin[];
  /** What taps failed with since the generation was built, the most frequent first. */
  readonly failures: readonly FailureCount[];
  /** The last reload, if it failed. */
  readonly failure: ReloadFailure | null;
}

/** The status of the host; there is none in a generation that no host runs. */
export const HostStatus = serviceToken('host-status');

declare module '../services/catalogue.ts' {
  interface ServiceCatalogue {
    'plugin-manager': PluginManager;
    'inactive-plugins': InactivePlugins;
    'host-status': HostStatus;
  }
}
