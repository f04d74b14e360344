import valid from 'semver/functions/valid.js';
import type { Struct } from 'superstruct';
import { type Capability, capabilityFault } from '../base/capabilities.ts';
import type { Logger } from '../base/logger.ts';
import type { Caches } from '../cache/index.ts';
import type { HookDeclarations, PluginHooks } from '../hooks/index.ts';
import type { ServiceToken } from '../services/service-token.ts';
import type { Brand } from '../site/brand.ts';
import type { Site } from '../site/site.ts';
import type { CommandDefinition } from './command.ts';

/** What a plugin's `setup` is given: its view of the generation that is being built. */
export interface PluginHost {
  /** The plugin's name. */
  readonly plugin: string;
  readonly hooks: PluginHooks;
  readonly brand: Brand;
  readonly site: Site;
  readonly log: Logger;
  /** Makes the plugin's caches, which configuration can switch off. */
  readonly caches: Caches;
  /** Gives other plugins a service. */
  provide<T>(token: ServiceToken<T>, service: T): void;
  /** A service of a plugin named in `requires`; throws when no plugin provides it. */
  use<T>(token: ServiceToken<T>): T;
  /** A service that may be there; plugins that are to be set up first are named in `after`. */
  find<T>(token: ServiceToken<T>): T | undefined;
  /** Adds a command to the command line. */
  command(definition: CommandDefinition): void;
}

/** Undoes what `setup` opened; run in reverse order when the generation ends. */
export type Disposer = () => void | Promise<void>;

/** What a plugin is about; `plugins/README.md` lists the plugins that come with the host by it. */
export type PluginGroup = 'framework' | 'content' | 'media' | 'identity' | 'editor' | 'site' | 'operations' | 'storage';

/**
 * A plugin: one folder, one default export.
 *
 * ```ts
 * import { definePlugin } from 'tappet';
 *
 * export default definePlugin({
 *   name: 'hello',
 *   version: '1.0.0',
 *   description: 'Greets.',
 *   setup(host) {
 *     host.hooks.action('rest_api_init').tap('hello', (server) => {
 *       server.registerRoute('hello/v1', '/greeting', {
 *         methods: 'GET',
 *         callback: () => ({ hello: 'world' }),
 *         permission_callback: () => true,
 *       });
 *     });
 *   },
 * });
 * ```
 */
export interface PluginDefinition<O = unknown> {
  /** The plugin's name, which is its folder's name: kebab-case. */
  readonly name: string;
  /** A semantic version. */
  readonly version: string;
  /** One sentence: what it adds. */
  readonly description: string;
  /** What the plugin is about; plugins that come with the host say it, others may. */
  readonly group?: PluginGroup;
  /** Who made it, and where to find them and it; addresses of http or https. */
  readonly author?: string;
  readonly authorUri?: string;
  readonly uri?: string;
  /**
   * Whether it is set up before all others, with what it requires; such plugins cannot be switched off, since they
   * decide which others are. Their hooks may tap those of the runtime and of one another only.
   */
  readonly early?: boolean;
  /**
   * Whether it runs only on request: by `plugins.required` in the configuration, or once it has been
   * activated. A definition that is given in code, or named in `plugins.only`, is requested.
   */
  readonly optIn?: boolean;
  /** Plugins that must be there, with semver ranges; they are set up before this one. */
  readonly requires?: Readonly<Record<string, string>>;
  /** Plugins that, if they are there, are set up before this one. */
  readonly after?: readonly string[];
  /**
   * Plugins that this one replaces, each with the version that it is compatible with: `{ fields: '0.1.0' }`. It meets
   * what others require of them, and their names in `after`, in the constraints of taps and in the configuration's
   * overrides mean it. They cannot run beside it: configuration switches them off (`plugins.disabled`).
   */
  readonly replaces?: Readonly<Record<string, string>>;
  /**
   * What the plugin may beyond its own: hooks, services and namespaces that need a capability are refused to a plugin
   * that does not declare it. `core/capabilities.ts` tells what there is.
   */
  readonly capabilities?: readonly Capability[];
  /**
   * Whether the plugin runs apart from the host: in a sandbox without Node.js (`true`), or in a process of its own that
   * has of Node.js what its capabilities say (`'process'`). It may tap asynchronous hooks, register routes and fields,
   * and ask services for data. Such a plugin is a folder, and this and its capabilities are written out in the file that
   * it starts in, since they are read before it is run.
   */
  readonly isolated?: boolean | 'process';
  /**
   * Says that the plugin answers the same to the same request as long as nothing changes that answers are known to be
   * made of: what is read of the database, of options and of the request itself, the time by the site's clock, and
   * dependencies that it names to the tracker of changes (`Database.tracker`). Answers in which any other plugin has a
   * part are made anew each time.
   */
  readonly cacheable?: boolean;
  /** The shape and defaults of the plugin's options. */
  readonly options?: Struct<O, unknown>;
  /**
   * Settings of the host that become options of this plugin: `{ database: 'url' }` hands the setting
   * `database` on as the option `url`. A setting that was not given leaves the option as it is.
   */
  readonly settings?: Readonly<Record<string, string>>;
  /** The hooks that this plugin fires. */
  readonly hooks?: HookDeclarations;
  /** Taps hooks and provides services; may answer with a disposer. */
  setup(host: PluginHost, options: O): void | Disposer | Promise<void | Disposer>;
}

/** The names that plugins may have: kebab-case. */
export const PLUGIN_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * Checks a plugin's definition and gives it back, typed.
 *
 * @param definition what the folder's `index.ts` exports as its default
 * @returns the definition, frozen
 * @throws a `TypeError` that says what to mend: a name that is not kebab-case, no version, no setup, an unknown capability
 *
 * ```ts
 * export default definePlugin({
 *   name: 'hello',
 *   version: '1.0.0',
 *   description: 'Greets.',
 *   setup({ hooks }) {
 *     hooks.filter('the_title').tap({ pure: true }, (title) => `Hello, ${title}`);
 *   },
 * });
 * ```
 */
export function definePlugin<O = unknown>(definition: PluginDefinition<O>): PluginDefinition<O> {
  const { name, version, setup } = definition;
  if (typeof name !== 'string' || !PLUGIN_NAME.test(name)) {
    throw new TypeError(`a plugin's name must be kebab-case, like "my-plugin"; this one is ${JSON.stringify(name)}`);
  }
  if (typeof version !== 'string') throw new TypeError(`plugin "${name}" has no version; add version: '1.0.0'`);
  if (typeof setup !== 'function') throw new TypeError(`plugin "${name}" has no setup(host) function; add one`);
  if (definition.capabilities !== undefined) {
    const fault = capabilityFault(definition.capabilities);
    if (fault !== undefined) throw new TypeError(`plugin "${name}": ${fault}`);
  }
  if (definition.isolated && (definition.early || definition.hooks !== undefined)) {
    throw new TypeError(
      `plugin "${name}" is isolated: it can neither be early nor declare hooks; take one of them out`,
    );
  }
  const fault = replacementFault(definition as PluginDefinition);
  if (fault !== undefined) throw new TypeError(`plugin "${name}": ${fault}`);
  return Object.freeze(definition);
}

/** Checks what a plugin says of the plugins that it replaces; answers with what to mend, or undefined. */
function replacementFault({ name, replaces = {} }: PluginDefinition): string | undefined {
  for (const [replaced, version] of Object.entries(replaces)) {
    if (replaced === name) return 'replaces names the plugin itself; take it out';
    if (valid(version) === null) return `replaces.${replaced} must be a version, like '1.0.0'`;
  }
  return undefined;
}
