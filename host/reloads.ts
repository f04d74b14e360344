import { AsyncResource } from 'node:async_hooks';
import { reportable } from '../core/base/index.ts';
import type { Generation } from '../core/generation.ts';
import type { TapFailure } from '../core/hooks/index.ts';
import {
  HostStatus,
  type Logger,
  type MaybePromise,
  PluginError,
  PluginManager,
  type Site,
  serviceToken,
} from '../core/index.ts';
import type { FailureCount, LocatedPlugin, ReloadFailure } from '../core/plugin/index.ts';
import { type Built, build, siteOf } from './build.ts';
import { Workers } from './cluster/workers.ts';
import type { ResolvedSettings } from './config/settings.ts';
import type { GenerationBuilder } from './generation-builder.ts';
import { Generations } from './generations.ts';
import { hookTypes } from './hook-types.ts';
import { UnapprovedError } from './loading/load.ts';
import { PluginPackages } from './packages/plugin-packages.ts';
import { createPluginManager } from './plugin-manager.ts';
import { Quarantine } from './quarantine.ts';
import { storeCapabilities } from './store-capabilities.ts';

/** Settings that a reload can change; the others take effect when the process is started. */
const RELOADABLE = /^(?:plugins|options|hooks|database\w*)$/;

/** Builds the generations of a host, one at a time, and stores why the last attempt failed. */
export class Reloads implements GenerationBuilder {
  readonly site: Site;
  readonly #log: Logger;
  readonly #workers: Workers | undefined;
  /** The plugins that are installed as packages. */
  readonly packages = new PluginPackages(this);
  readonly #manager = createPluginManager(this, this.packages);
  /** Keeps the asynchronous context of the request that starts a reload out of the new generation. */
  readonly #outside = new AsyncResource('Reloads');
  readonly #quarantine: Quarantine;
  #turn: Promise<unknown> = Promise.resolve();
  #settings: ResolvedSettings;
  #running: { readonly built: Built; readonly generations: Generations } | undefined;
  #failure: ReloadFailure | null = null;
  #number = 0;
  #ready = true;

  constructor(settings: ResolvedSettings, log: Logger, workers?: Workers) {
    this.#settings = settings;
    this.#log = log;
    this.#workers = workers;
    this.site = siteOf(settings);
    this.#quarantine = new Quarantine(this, log);
  }

  /** The generations, of which there is one once `reload` has succeeded for the first time. */
  get generations(): Generations {
    return this.#started.generations;
  }

  /** The running generation and its selection of plugins. */
  get built(): Built {
    return this.#started.built;
  }

  get settings(): ResolvedSettings {
    return this.#settings;
  }

  /**
   * Builds the next generation after all earlier changes have ended, and swaps it in. The settings are read just before.
   * Throws, and changes nothing, when they cannot be read or the generation cannot be built.
   */
  reload(read?: () => MaybePromise<ResolvedSettings>): Promise<void> {
    return this.inTurn(() => this.rebuild(read));
  }

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#turn.then(() => this.#outside.runInAsyncScope(work));
    this.#turn = run.catch(() => undefined);
    return run;
  }

  async rebuild(read: () => MaybePromise<ResolvedSettings> = () => this.#settings, mustRun?: string): Promise<void> {
    let built: Built;
    let settings: ResolvedSettings;
    try {
      settings = await read();
      built = await this.#build(settings, mustRun);
    } catch (error) {
      this.#failure = failureOf(error);
      throw error;
    }
    this.#failure = null;
    this.#number++;
    this.#logSkipped(built.generation);
    this.#apply(settings);
    const generations = this.#running?.generations;
    this.#running = { built, generations: generations ?? new Generations(built.generation) };
    await generations?.replace(built.generation);
    await storeCapabilities(built.generation, built.selection, this.#log);
  }

  /** Marks the host as no longer ready for requests. */
  closing(): void {
    this.#ready = false;
  }

  /** Waits for a running reload, and disposes of all generations. */
  async dispose(): Promise<void> {
    await this.inTurn(() => this.generations.dispose());
  }

  maySkip(plugin: LocatedPlugin): boolean {
    return this.built.selection.expendable.has(plugin);
  }

  isRunning(generation: Generation): boolean {
    return this.#running?.built.generation === generation;
  }

  /**
   * A host starts without broken plugins. When a plugin of the running generation breaks, the reload fails, so that the
   * plugin goes on running; a plugin that is skipped already does not stop a reload, nor does one that asks for more than
   * was approved, which may not go on either.
   */
  #mayBeBroken({ definition, location, broken }: LocatedPlugin): boolean {
    if (this.#running === undefined || broken instanceof UnapprovedError) return true;
    const { skipped } = this.#running.built.generation;
    return skipped.some(({ plugin }) => plugin.definition.name === definition.name && plugin.location === location);
  }

  get #started() {
    if (this.#running === undefined) throw new Error('no generation has been built');
    return this.#running;
  }

  #build(settings: ResolvedSettings, mustRun?: string): Promise<Built> {
    return build(settings, this.site, this.#log, {
      provide: (generation) => {
        generation.services.provide('host', HostStatus, this.#statusOf(generation));
        generation.services.provide('host', PluginManager, this.#manager);
        generation.services.provide('host', serviceToken('hook-types'), hookTypes);
        if (this.#workers !== undefined) generation.services.provide('host', Workers, this.#workers);
      },
      failed: (...failure) => this.#quarantine.count(...failure),
      mayBeBroken: (plugin) => plugin.definition.name !== mustRun && this.#mayBeBroken(plugin),
    });
  }

  /** Logs the plugins that are skipped now and were not skipped before. */
  #logSkipped({ skipped }: Generation): void {
    const known = new Set(this.#running?.built.generation.skipped.map(({ why }) => why.message));
    for (const { plugin, why } of skipped) {
      if (known.has(why.message)) continue;
      const { name } = plugin.definition;
      const { message, status, file, line } = why;
      const place = file === undefined || message.includes(`${file}:${line}`) ? '' : ` (${file}:${line})`;
      this.#log.error({ plugin: name, status }, `plugin "${name}" is left out: ${message}${place}`);
    }
  }

  #statusOf({ plugins, skipped, failures }: Generation): HostStatus {
    const host = () => ({ ready: this.#ready, failure: this.#failure });
    return {
      generation: this.#number + 1,
      since: new Date(),
      skipped,
      get failures() {
        return countFailures(failures);
      },
      get plugins() {
        return plugins.length;
      },
      get ready() {
        return host().ready;
      },
      get failure() {
        return host().failure;
      },
    };
  }

  /** Applies the settings that a reload can change, and warns of changed settings that need a restart. */
  #apply(next: ResolvedSettings): void {
    const names = new Set([...Object.keys(this.#settings), ...Object.keys(next)] as (keyof ResolvedSettings)[]);
    const unchanged = [...names].filter((name) => !RELOADABLE.test(name) && this.#settings[name] !== next[name]);
    for (const name of unchanged) this.#log.warn(`the setting "${name}" takes effect when the host is started again`);
    const old = Object.fromEntries(unchanged.map((name) => [name, this.#settings[name]]));
    this.#settings = { ...next, ...old };
  }
}

/** How often each plugin failed in each hook, the most frequent first. */
function countFailures(failures: readonly TapFailure[]): FailureCount[] {
  const counts = new Map<string, { plugin: string; hook: string; count: number; message: string }>();
  for (const { plugin, hook, error } of failures) {
    const key = `${plugin} ${hook}`;
    const known = counts.get(key) ?? { plugin, hook, count: 0, message: '' };
    counts.set(key, { ...known, count: known.count + 1, message: error.message });
  }
  return [...counts.values()].sort((one, two) => two.count - one.count);
}

function failureOf(thrown: unknown): ReloadFailure {
  const error = reportable(thrown);
  const { message } = error;
  if (!(error instanceof PluginError)) return { at: new Date(), message };
  const { plugin, file, line } = error;
  return {
    at: new Date(),
    message,
    ...(plugin === undefined ? {} : { plugin }),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
  };
}
