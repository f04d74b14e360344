import { types } from 'node:util';
import { writePermissions } from './base/capabilities.ts';
import { within } from './base/deadline.ts';
import { type Logger, sharedLogger, silentLogger } from './base/logger.ts';
import { PluginError } from './base/plugin-error.ts';
import { reportable } from './base/reportable.ts';
import { CacheRecorder, Caches } from './cache/index.ts';
import {
  asPlugin,
  type Hook,
  HookFailureError,
  type HookOverrides,
  type HookPermissions,
  HookRegistry,
  PluginHooks,
  type TapFailure,
  TimeoutError,
  whileBuilding,
} from './hooks/index.ts';
import { cacheablePlugins } from './plugin/cacheable-plugins.ts';
import type { CommandDefinition } from './plugin/command.ts';
import { earlyPlugins, loadOrder } from './plugin/load-order.ts';
import type { LocatedPlugin } from './plugin/located-plugin.ts';
import { optionsOf } from './plugin/options.ts';
import type { Disposer, PluginDefinition, PluginHost } from './plugin/plugin.ts';
import { InactivePlugins, type SwitchedPlugins } from './plugin/plugin-manager.ts';
import {
  QuarantinedPlugins,
  type SkippedPlugin,
  type SkipReason,
  unmetPlugins,
  whyQuarantined,
} from './plugin/skipped-plugins.ts';
import { Credentials, readers } from './rest/credentials.ts';
import { restHooks } from './rest/hooks.ts';
import { markUncacheable } from './rest/mark-uncacheable.ts';
import { type RouteOwners, rulesOf } from './rest/route-rules.ts';
import { RestServer } from './rest/server.ts';
import { PluginPermissions } from './services/plugin-permissions.ts';
import { Services } from './services/services.ts';
import type { Site } from './site/site.ts';
import { noteFailure, traceInstrument } from './trace/fire.ts';

/** What a generation is built from. */
export interface GenerationSettings {
  readonly site: Site;
  readonly plugins: readonly LocatedPlugin[];
  /** Options by plugin name. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Overrides of taps by hook name. */
  readonly overrides?: Readonly<Record<string, HookOverrides>>;
  readonly log?: Logger;
  /** Whether anything is cached; true when left out. */
  readonly cache?: boolean;
  /** How long taps may take, in milliseconds; `TAP_TIMEOUT` when left out. */
  readonly tapTimeout?: number;
  /** How long the callbacks of routes may take, in milliseconds; 0, for ever, when left out. */
  readonly routeTimeout?: number;
  /** Plugins that are not to run although they are there, and why. */
  readonly skip?: ReadonlyMap<LocatedPlugin, SkipReason>;
  /** Whether a plugin may be left out: quarantined, or with one that it requires. All may when this is left out. */
  maySkip?(plugin: LocatedPlugin): boolean;
  /** The names of plugins that run even when they are stored as inactive. */
  readonly pinned?: ReadonlySet<string>;
  /** The names of plugins that run although they are `optIn`. */
  readonly asked?: ReadonlySet<string>;
  /** How long the setup of a plugin that may be left out may take, in milliseconds; 0, for ever, when left out. */
  readonly setupTimeout?: number;
  /** Told of every failure of a tap. */
  failed?(failure: TapFailure, generation: Generation, thrown: unknown): void;
  /** Gives services of the program that runs the generation, before any plugin is set up. */
  provide?(generation: Generation): void;
}

/** The owner of the hooks that core itself fires. */
const CORE = 'core';

/**
 * One immutable state of a running host: its plugins, hooks, services and routes. A reload builds the
 * next one beside it; nothing is ever untapped.
 */
export class Generation {
  readonly site: Site;
  readonly log: Logger;
  readonly hooks: HookRegistry;
  readonly services = new Services();
  readonly caches: Caches;
  readonly commands: (CommandDefinition & { readonly plugin: string })[] = [];
  /** In the order in which they were set up. */
  readonly plugins: LocatedPlugin[] = [];
  /** The plugins that are switched off, and optional ones that were not requested; none of their code has run. */
  readonly inactive: LocatedPlugin[] = [];
  /** The plugins that are broken or quarantined, and those that require them. */
  readonly skipped: SkippedPlugin[] = [];
  /** Failures of taps since the generation was built, newest last, at most a hundred. */
  readonly failures: TapFailure[] = [];
  #server: RestServer | undefined;
  readonly #settings: GenerationSettings;
  readonly #disposers: Disposer[] = [];

  private constructor(settings: GenerationSettings) {
    this.site = settings.site;
    this.#settings = settings;
    this.log = sharedLogger(settings.log ?? silentLogger);
    this.hooks = new HookRegistry({
      onFailure: (failure, decides, thrown) => this.#recordFailure(failure, decides, thrown),
      timeout: settings.tapTimeout,
      instruments: [traceInstrument],
    });
    this.caches = new Caches(settings.cache);
    this.hooks.declare(CORE, restHooks);
  }

  /** The server of the interface; there once the plugins are set up. */
  get server(): RestServer {
    if (this.#server === undefined) throw new Error('the server is made when all plugins are set up; use it in a hook');
    return this.#server;
  }

  /**
   * Builds a generation: sets up the plugins in order, solves and compiles the hooks, then fires `init`
   * and `rest_api_init`. What was opened is disposed of when it fails.
   */
  static async build(settings: GenerationSettings): Promise<Generation> {
    const generation = new Generation(settings);
    try {
      await whileBuilding(() => generation.#build(settings));
    } catch (error) {
      await generation.dispose();
      throw generation.#named(error);
    }
    return generation;
  }

  async #build(settings: GenerationSettings): Promise<void> {
    this.services.provide(CORE, Credentials, Object.freeze({ ...readers }));
    settings.provide?.(this);
    await this.#setUpAll(settings.plugins);
    const cacheable = cacheablePlugins(this.plugins, this.services);
    this.hooks.seal(settings.overrides, { isCacheable: (plugin) => cacheable.has(plugin), markUncacheable });
    this.#server = this.#makeServer();
    Object.assign(rulesOf(this.server), { owners: this.#routeOwners(), timeout: settings.routeTimeout ?? 0 });
    await this.server.init();
  }

  #routeOwners(): RouteOwners {
    const byName = new Map(this.plugins.map((plugin) => [plugin.definition.name, plugin]));
    const { maySkip = () => false } = this.#settings;
    return {
      isFirst: (name) => {
        const plugin = byName.get(name);
        return plugin === undefined || !maySkip(plugin);
      },
      buildsOn: (name, other) => {
        const { requires = {}, after = [], replaces = {} } = byName.get(name)?.definition ?? {};
        return [...Object.keys(requires), ...after, ...Object.keys(replaces)].includes(other);
      },
      record: (failure) => this.#recordFailure(failure, true),
    };
  }

  #makeServer(): RestServer {
    // All plugins have the server's hooks: the actions of stores, which others act upon, are not fired through them.
    const fire = ({ name, declaration }: Hook) => {
      const isOfRest = name.startsWith('rest_') || this.hooks.ownerOf(declaration) === CORE;
      if (declaration.kind === 'action' && !isOfRest)
        throw new Error(`hook "${name}" is fired by its own plugin alone`);
    };
    const hooks = new PluginHooks(this.hooks, CORE, [], { tap: () => undefined, fire });
    const filter = hooks.filter('cms_rest_server_class');
    const ServerClass = filter.call(RestServer);
    const plugin = this.hooks.get(filter.name).taps.at(-1)?.plugin;
    try {
      const server = new ServerClass(this.site, hooks, this.services, this.log);
      if (server instanceof RestServer) return server;
    } catch (error) {
      const message = `the class that "cms_rest_server_class" gives failed: ${(error as Error).message}`;
      throw new PluginError(message, { cause: error, plugin });
    }
    throw new PluginError('the class that "cms_rest_server_class" gives must extend RestServer', { plugin });
  }

  /** Runs the plugins' disposers, last set up first; a disposer that throws is logged. */
  async dispose(): Promise<void> {
    for (const dispose of this.#disposers.splice(0).reverse()) {
      try {
        await dispose();
      } catch (error) {
        this.log.error({ err: error }, 'a plugin could not be disposed of');
      }
    }
  }

  /** Sets up the early plugins, which may say who is inactive, then the others that are not. */
  async #setUpAll(plugins: readonly LocatedPlugin[]): Promise<void> {
    const { skip = new Map<LocatedPlugin, SkipReason>() } = this.#settings;
    const early = earlyPlugins(plugins.filter((plugin) => !skip.has(plugin)));
    await this.#setUpIn(early);
    const switched = this.services.find(InactivePlugins)?.switched() ?? { off: [], on: [] };
    const isActive = (plugin: LocatedPlugin) => early.includes(plugin) || this.isSwitchedOn(plugin, switched);
    this.inactive.push(...plugins.filter((plugin) => !isActive(plugin)));
    const ordered = loadOrder(this.#skip(plugins.filter(isActive), early));
    await this.#setUpIn(ordered.filter((plugin) => !early.includes(plugin)));
  }

  /** Whether a plugin that may be switched off is on, by the settings and by what is stored. */
  isSwitchedOn({ definition: { name, optIn = false } }: LocatedPlugin, { off, on }: SwitchedPlugins): boolean {
    const { pinned, asked } = this.#settings;
    if (pinned?.has(name)) return true;
    if (off.includes(name)) return false;
    return !optIn || on.includes(name) || asked?.has(name) === true;
  }

  /** Takes away the plugins that are broken or quarantined, and those that require them. */
  #skip(plugins: readonly LocatedPlugin[], early: readonly LocatedPlugin[]): LocatedPlugin[] {
    const { skip, maySkip = () => true } = this.#settings;
    const quarantined = this.services.find(QuarantinedPlugins)?.all() ?? [];
    const recordOf = ({ definition }: LocatedPlugin) =>
      quarantined.findLast(({ plugin }) => plugin === definition.name);
    for (const plugin of plugins) {
      const record = early.includes(plugin) || !maySkip(plugin) ? undefined : recordOf(plugin);
      const why = skip?.get(plugin) ?? (record && whyQuarantined(record));
      if (why !== undefined) this.skipped.push({ plugin, why });
    }
    const isIn = (plugin: LocatedPlugin) => !this.skipped.some((one) => one.plugin === plugin);
    for (const { plugin, why } of unmetPlugins(plugins.filter(isIn), this.skipped)) {
      const { name } = plugin.definition;
      if (!maySkip(plugin) || early.includes(plugin)) {
        throw new PluginError(`${plugin.location}: plugin "${name}" ${why.message}, and may not be left out`, {
          plugin: name,
        });
      }
      this.skipped.push({ plugin, why });
    }
    return plugins.filter(isIn);
  }

  async #setUpIn(order: readonly LocatedPlugin[]): Promise<void> {
    for (const plugin of order) this.#declare(plugin);
    for (const plugin of order) {
      this.plugins.push(plugin);
      await this.#setUp(plugin);
    }
  }

  async #setUp(plugin: LocatedPlugin): Promise<void> {
    const { definition, location } = plugin;
    const { name } = definition;
    if (plugin.limited)
      this.services.permissions.set(
        name,
        new PluginPermissions(
          { ...definition, location, isDroppedIn: this.#settings.maySkip?.(plugin) ?? false },
          this.site.brand,
        ),
      );
    const options = optionsOf(definition, location, this.#settings.options?.[name]);
    try {
      const disposer = await asPlugin(name, () =>
        this.#timed(plugin, definition.setup(this.#hostFor(definition), options)),
      );
      if (typeof disposer === 'function') this.#disposers.push(disposer);
    } catch (error) {
      const cause = reportable(error);
      if (cause instanceof PluginError) throw cause;
      // One whose own cause is long or strange is told in its own words.
      const isTold = types.isNativeError(error) && error instanceof PluginError;
      const message = isTold ? cause.message : `${location}: plugin "${name}" failed in setup: ${cause.message}`;
      throw new PluginError(message, { cause, plugin: name });
    }
  }

  #declare({ definition: { name, hooks }, location }: LocatedPlugin): void {
    if (hooks === undefined) return;
    try {
      this.hooks.declare(name, hooks);
    } catch (error) {
      throw new PluginError(`${location}: ${(error as Error).message}`, { cause: error, plugin: name });
    }
  }

  /** Waits for a setup no longer than it may take. */
  async #timed(plugin: LocatedPlugin, setup: ReturnType<PluginDefinition['setup']>): Promise<void | Disposer> {
    const { setupTimeout = 0, maySkip } = this.#settings;
    // What an isolated plugin runs in takes time to start, and ends the setup itself.
    const { isolated = false } = plugin.definition;
    if (!(setup instanceof Promise) || isolated !== false || maySkip?.(plugin) !== true) return setup;
    return within(setup, setupTimeout, () => new TimeoutError(setupTimeout));
  }

  /** What a build failed with, as the error of a plugin where it is one's. */
  #named(error: unknown): unknown {
    if (!HookFailureError.is(error)) return error;
    if (error.error instanceof PluginError) return error.error;
    const location = this.plugins.find(({ definition }) => definition.name === error.plugin)?.location;
    const message = location === undefined ? error.message : `${location}: ${error.message}`;
    return new PluginError(message, { cause: error.error, plugin: error.plugin });
  }

  #hostFor({ name: plugin, replaces = {} }: PluginDefinition): PluginHost {
    return {
      plugin,
      hooks: new PluginHooks(this.hooks, plugin, Object.keys(replaces), this.#hookPermissionsOf(plugin)),
      brand: this.site.brand,
      site: this.site,
      log: this.log,
      caches: this.caches,
      provide: (token, service) => this.services.provide(plugin, token, service),
      use: (token) => this.services.get(plugin, token),
      find: (token) => this.services.findFor(plugin, token),
      command: (definition) => this.commands.push({ ...definition, plugin }),
    };
  }

  /** Holds what a plugin does with hooks to its capabilities: to fire an action of another is to write what it carries. */
  #hookPermissionsOf(plugin: string): HookPermissions | undefined {
    const limits = this.services.permissions.get(plugin);
    return (
      limits && {
        tap: ({ name, declaration }) => limits.require(`taps hook "${name}"`, declaration.requiredPermissions),
        fire: ({ name, declaration }) => {
          if (this.hooks.ownerOf(declaration) === plugin) return;
          const { kind, requiredPermissions } = declaration;
          limits.require(
            `fires hook "${name}"`,
            kind === 'action' ? writePermissions(requiredPermissions) : requiredPermissions,
          );
        },
      }
    );
  }

  /** Keeps a failure, logs it, and tells of it. */
  #recordFailure(failure: TapFailure, decides: boolean, thrown: unknown = failure.error): void {
    noteFailure(failure, decides);
    CacheRecorder.markAllUncacheable(`a tap of hook "${failure.hook}" failed`);
    this.failures.push(failure);
    if (this.failures.length > 100) this.failures.shift();
    const { hook, plugin, tap, error } = failure;
    this.log.error({ hook, plugin, tap, err: error }, `plugin "${plugin}" failed in hook "${hook}"`);
    this.#settings.failed?.(failure, this, thrown);
  }
}
