import { cacheablePlugins } from './cacheable-plugins.ts';
import type { CommandDefinition } from './command.ts';
import { within } from './deadline.ts';
import {
  HookFailureError,
  type HookOverrides,
  HookRegistry,
  PluginHooks,
  type TapFailure,
  type TapGate,
  TimeoutError,
} from './hooks/index.ts';
import { type LeftOut, type LeftOutPlugin, SetAsidePlugins, unmetPlugins, whySetAside } from './left-out.ts';
import { earlyPlugins, loadOrder } from './load-order.ts';
import { type LocatedPlugin, PluginError } from './located-plugin.ts';
import { type Logger, sharedLogger, silentLogger } from './logger.ts';
import { optionsOf } from './options.ts';
import type { Disposer, PluginDefinition, PluginHost } from './plugin.ts';
import { PluginLimits } from './plugin-limits.ts';
import { InactivePlugins, type SwitchedPlugins } from './plugin-manager.ts';
import { restHooks } from './rest/hooks.ts';
import type { RouteOwners } from './rest/route-rules.ts';
import { RestServer } from './rest/server.ts';
import { Services } from './services.ts';
import type { Site } from './site.ts';
import { traced } from './trace/fire.ts';
import { Trace } from './trace/trace.ts';

/** What a generation is built from. */
export interface GenerationSettings {
  readonly site: Site;
  readonly plugins: readonly LocatedPlugin[];
  /** Options by plugin name. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Overrides of taps by hook name. */
  readonly overrides?: Readonly<Record<string, HookOverrides>>;
  readonly log?: Logger;
  /** How long taps may take, in milliseconds; `TAP_TIMEOUT` when left out. */
  readonly tapTimeout?: number;
  /** How long the callbacks of routes may take, in milliseconds; 0, for ever, when left out. */
  readonly routeTimeout?: number;
  /** Plugins that are not to run although they are there, and why. */
  readonly leaveOut?: ReadonlyMap<LocatedPlugin, LeftOut>;
  /** Whether a plugin may be left out: set aside, or with one that it requires. All may when this is left out. */
  mayLeaveOut?(plugin: LocatedPlugin): boolean;
  /** The names of plugins that run even when they are stored as inactive. */
  readonly pinned?: ReadonlySet<string>;
  /** The names of plugins that run although they are `optIn`. */
  readonly asked?: ReadonlySet<string>;
  /** How long the setup of a plugin that may be left out may take, in milliseconds; 0, for ever, when left out. */
  readonly setupTimeout?: number;
  /** Told of every failure of a tap. */
  failed?(failure: TapFailure, generation: Generation): void;
  /** Gives services of whoever runs the generation, before any plugin is set up. */
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
  readonly commands: (CommandDefinition & { readonly plugin: string })[] = [];
  /** In the order in which they were set up. */
  readonly plugins: LocatedPlugin[] = [];
  /** The plugins that are switched off, and those that nobody asked for; none of their code has run. */
  readonly inactive: LocatedPlugin[] = [];
  /** The plugins that are broken or set aside, and those that require them. */
  readonly leftOut: LeftOutPlugin[] = [];
  /** Failures of taps since the generation was built, newest last, at most a hundred. */
  readonly failures: TapFailure[] = [];
  #server: RestServer | undefined;
  readonly #settings: GenerationSettings;
  readonly #disposers: Disposer[] = [];

  private constructor(settings: GenerationSettings) {
    this.site = settings.site;
    this.#settings = settings;
    this.log = sharedLogger(settings.log ?? silentLogger);
    this.hooks = new HookRegistry((failure) => this.#recordFailure(failure), settings.tapTimeout);
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
      // Traced, so that it is known whose routes and fields are registered.
      await new Trace('build').run(() => generation.#build(settings));
    } catch (error) {
      await generation.dispose();
      throw generation.#named(error);
    }
    return generation;
  }

  async #build(settings: GenerationSettings): Promise<void> {
    settings.provide?.(this);
    await this.#setUpAll(settings.plugins, settings.options ?? {});
    const cacheable = cacheablePlugins(this.plugins, this.services);
    this.hooks.seal(settings.overrides, (plugin) => cacheable.has(plugin));
    this.#server = this.#makeServer();
    this.server.routeRules.owners = this.#routeOwners();
    this.server.routeRules.timeout = settings.routeTimeout ?? 0;
    await this.server.init();
  }

  #routeOwners(): RouteOwners {
    const byName = new Map(this.plugins.map((plugin) => [plugin.definition.name, plugin]));
    const { mayLeaveOut = () => false } = this.#settings;
    return {
      isFirst: (name) => {
        const plugin = byName.get(name);
        return plugin === undefined || !mayLeaveOut(plugin);
      },
      buildsOn: (name, other) => {
        const { requires = {}, after = [], replaces = {} } = byName.get(name)?.definition ?? {};
        return [...Object.keys(requires), ...after, ...Object.keys(replaces)].includes(other);
      },
      record: (failure) => this.#record(failure),
    };
  }

  #makeServer(): RestServer {
    const hooks = new PluginHooks(this.hooks, CORE);
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
  async #setUpAll(plugins: readonly LocatedPlugin[], options: Readonly<Record<string, unknown>>): Promise<void> {
    const { leaveOut = new Map<LocatedPlugin, LeftOut>() } = this.#settings;
    const early = earlyPlugins(plugins.filter((plugin) => !leaveOut.has(plugin)));
    await this.#setUpIn(early, options);
    const switched = this.services.find(InactivePlugins)?.switched() ?? { off: [], on: [] };
    const isActive = (plugin: LocatedPlugin) => early.includes(plugin) || this.isSwitchedOn(plugin, switched);
    this.inactive.push(...plugins.filter((plugin) => !isActive(plugin)));
    const ordered = loadOrder(this.#leaveOut(plugins.filter(isActive), early));
    await this.#setUpIn(
      ordered.filter((plugin) => !early.includes(plugin)),
      options,
    );
  }

  /** Whether a plugin that may be switched off is on, by the settings and by what is stored. */
  isSwitchedOn({ definition: { name, optIn = false } }: LocatedPlugin, { off, on }: SwitchedPlugins): boolean {
    const { pinned, asked } = this.#settings;
    if (pinned?.has(name)) return true;
    if (off.includes(name)) return false;
    return !optIn || on.includes(name) || asked?.has(name) === true;
  }

  /** Takes away the plugins that are broken or set aside, and those that require them. */
  #leaveOut(plugins: readonly LocatedPlugin[], early: readonly LocatedPlugin[]): LocatedPlugin[] {
    const { leaveOut, mayLeaveOut = () => true } = this.#settings;
    const records = new Map(
      this.services
        .find(SetAsidePlugins)
        ?.all()
        .map((record) => [record.plugin, record]),
    );
    for (const plugin of plugins) {
      const record = early.includes(plugin) || !mayLeaveOut(plugin) ? undefined : records.get(plugin.definition.name);
      const why = leaveOut?.get(plugin) ?? (record && whySetAside(record));
      if (why !== undefined) this.leftOut.push({ plugin, why });
    }
    const isIn = (plugin: LocatedPlugin) => !this.leftOut.some((one) => one.plugin === plugin);
    for (const { plugin, why } of unmetPlugins(plugins.filter(isIn), this.leftOut)) {
      const { name } = plugin.definition;
      if (!mayLeaveOut(plugin) || early.includes(plugin)) {
        throw new PluginError(`${plugin.location}: plugin "${name}" ${why.message}, and may not be left out`, {
          plugin: name,
        });
      }
      this.leftOut.push({ plugin, why });
    }
    return plugins.filter(isIn);
  }

  async #setUpIn(order: readonly LocatedPlugin[], options: Readonly<Record<string, unknown>>): Promise<void> {
    for (const { definition, location } of order) {
      this.#declare(definition, location);
    }
    for (const plugin of order) {
      this.plugins.push(plugin);
      await this.#setUp(plugin, options);
    }
  }

  async #setUp(plugin: LocatedPlugin, allOptions: Readonly<Record<string, unknown>>): Promise<void> {
    const { definition, location } = plugin;
    const { name } = definition;
    if (plugin.limited) this.services.limits.set(name, new PluginLimits({ ...definition, location }, this.site.brand));
    const options = optionsOf(definition, location, allOptions[name]);
    try {
      const disposer = await traced('setup', name, name, () =>
        this.#timed(plugin, definition.setup(this.#hostFor(definition), options)),
      );
      if (typeof disposer === 'function') this.#disposers.push(disposer);
    } catch (error) {
      if (error instanceof PluginError) throw error;
      const message = error instanceof Error ? error.message : String(error);
      throw new PluginError(`${location}: plugin "${name}" failed in setup: ${message}`, {
        cause: error,
        plugin: name,
      });
    }
  }

  #declare({ name, hooks }: PluginDefinition, location: string): void {
    if (hooks === undefined) return;
    try {
      this.hooks.declare(name, hooks);
    } catch (error) {
      throw new PluginError(`${location}: ${(error as Error).message}`, { cause: error, plugin: name });
    }
  }

  /** Waits for a setup no longer than it may take. */
  async #timed(plugin: LocatedPlugin, setup: ReturnType<PluginDefinition['setup']>): Promise<void | Disposer> {
    const { setupTimeout = 0, mayLeaveOut } = this.#settings;
    if (!(setup instanceof Promise) || mayLeaveOut?.(plugin) !== true) return setup;
    return within(setup, setupTimeout, () => new TimeoutError(setupTimeout));
  }

  /** What a build failed with, as the error of a plugin where it is one's. */
  #named(error: unknown): unknown {
    if (!(error instanceof HookFailureError)) return error;
    if (error.error instanceof PluginError) return error.error;
    const location = this.plugins.find(({ definition }) => definition.name === error.plugin)?.location;
    const message = location === undefined ? error.message : `${location}: ${error.message}`;
    return new PluginError(message, { cause: error.error, plugin: error.plugin });
  }

  #hostFor({ name: plugin, replaces = {} }: PluginDefinition): PluginHost {
    return {
      plugin,
      hooks: new PluginHooks(this.hooks, plugin, Object.keys(replaces), this.#gateOf(plugin)),
      brand: this.site.brand,
      site: this.site,
      log: this.log,
      provide: (token, service) => this.services.provide(plugin, token, service),
      use: (token) => this.services.get(plugin, token),
      find: (token) => this.services.findFor(plugin, token),
      command: (definition) => this.commands.push({ ...definition, plugin }),
    };
  }

  /** Holds the taps of a plugin to its capabilities. */
  #gateOf(plugin: string): TapGate | undefined {
    const limits = this.services.limits.get(plugin);
    return limits && (({ name, declaration }) => limits.demand(`taps hook "${name}"`, declaration.needs));
  }

  #recordFailure(failure: TapFailure): void {
    this.#record(failure);
    this.#settings.failed?.(failure, this);
  }

  /** Keeps a failure and logs it. */
  #record(failure: TapFailure): void {
    this.failures.push(failure);
    if (this.failures.length > 100) this.failures.shift();
    const { hook, plugin, tap, error } = failure;
    this.log.error({ hook, plugin, tap, err: error }, `plugin "${plugin}" failed in hook "${hook}"`);
  }
}
