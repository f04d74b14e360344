import type { CommandDefinition } from './command.ts';
import { type HookOverrides, HookRegistry, PluginHooks, type TapFailure, type TapGate } from './hooks/index.ts';
import { earlyPlugins, loadOrder } from './load-order.ts';
import { type LocatedPlugin, PluginError } from './located-plugin.ts';
import { type Logger, silentLogger } from './logger.ts';
import { optionsOf } from './options.ts';
import type { Disposer, PluginDefinition, PluginHost } from './plugin.ts';
import { PluginLimits } from './plugin-limits.ts';
import { InactivePlugins } from './plugin-manager.ts';
import { restHooks } from './rest/hooks.ts';
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
  /** The plugins that the service `InactivePlugins` switches off; none of their code has run. */
  readonly inactive: LocatedPlugin[] = [];
  /** Failures of taps since the generation was built, newest last, at most a hundred. */
  readonly failures: TapFailure[] = [];
  #server: RestServer | undefined;
  readonly #disposers: Disposer[] = [];

  private constructor(settings: GenerationSettings) {
    this.site = settings.site;
    this.log = settings.log ?? silentLogger;
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
      throw error;
    }
    return generation;
  }

  async #build(settings: GenerationSettings): Promise<void> {
    settings.provide?.(this);
    await this.#setUpAll(settings.plugins, settings.options ?? {});
    this.hooks.seal(settings.overrides);
    this.#server = this.#makeServer();
    await this.server.init();
  }

  #makeServer(): RestServer {
    const hooks = new PluginHooks(this.hooks, CORE);
    const ServerClass = hooks.filter('cms_rest_server_class').call(RestServer);
    const server = new ServerClass(this.site, hooks, this.services, this.log);
    if (server instanceof RestServer) return server;
    throw new PluginError('the class that "cms_rest_server_class" gives must extend RestServer');
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
    const early = earlyPlugins(plugins);
    await this.#setUpIn(early, options);
    const off = new Set(this.services.find(InactivePlugins)?.names());
    const isActive = (plugin: LocatedPlugin) => early.includes(plugin) || !off.has(plugin.definition.name);
    this.inactive.push(...plugins.filter((plugin) => !isActive(plugin)));
    const ordered = loadOrder(plugins.filter(isActive));
    await this.#setUpIn(
      ordered.filter((plugin) => !early.includes(plugin)),
      options,
    );
  }

  async #setUpIn(order: readonly LocatedPlugin[], options: Readonly<Record<string, unknown>>): Promise<void> {
    for (const { definition } of order) {
      if (definition.hooks !== undefined) this.hooks.declare(definition.name, definition.hooks);
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
      const disposer = await traced('setup', name, name, () => definition.setup(this.#hostFor(definition), options));
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
    this.failures.push(failure);
    if (this.failures.length > 100) this.failures.shift();
    const { hook, plugin, tap, error } = failure;
    this.log.error({ hook, plugin, tap, err: error }, `plugin "${plugin}" failed in hook "${hook}"`);
  }
}
