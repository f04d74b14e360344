import { AsyncResource } from 'node:async_hooks';
import {
  type FailureCount,
  type Generation,
  HookTypes,
  HostStatus,
  type LocatedPlugin,
  type Logger,
  type MaybePromise,
  PluginError,
  PluginManager,
  type ReloadFailure,
  type Site,
  type TapFailure,
} from '../core/index.ts';
import { type Built, build, siteOf } from './build.ts';
import type { ResolvedSettings } from './config/settings.ts';
import { Generations } from './generations.ts';
import { hookTypes } from './hook-types.ts';
import { noteCapabilities } from './noted-capabilities.ts';
import { createPluginManager } from './plugin-manager.ts';
import { SettingAside } from './set-aside.ts';

/** Settings that a reload takes over; the others hold for the life of the process. */
const TAKEN = new Set(['plugins', 'options', 'hooks', 'database']);

/** Builds the generations of a host, one at a time, and keeps what became of the last attempt. */
export class Reloads {
  readonly site: Site;
  readonly #log: Logger;
  readonly #manager = createPluginManager(this);
  /** What a reload leaves running must not belong to the request that asked for it. */
  readonly #outside = new AsyncResource('Reloads');
  readonly #settingAside: SettingAside;
  #turn: Promise<unknown> = Promise.resolve();
  #settings: ResolvedSettings;
  #running: { readonly built: Built; readonly generations: Generations } | undefined;
  #failure: ReloadFailure | null = null;
  #number = 0;
  #ready = true;

  constructor(settings: ResolvedSettings, log: Logger) {
    this.#settings = settings;
    this.#log = log;
    this.site = siteOf(settings);
    this.#settingAside = new SettingAside(this, log);
  }

  /** The generations, of which there is one once `reload` has succeeded for the first time. */
  get generations(): Generations {
    return this.#started.generations;
  }

  /** What the running generation was built of. */
  get built(): Built {
    return this.#started.built;
  }

  get settings(): ResolvedSettings {
    return this.#settings;
  }

  /**
   * Builds the next generation, of settings read when its turn comes, and swaps it in; throws, and changes nothing,
   * when they cannot be read or it cannot be built.
   */
  reload(read?: () => MaybePromise<ResolvedSettings>): Promise<void> {
    return this.inTurn(() => this.rebuild(read));
  }

  /** Runs what changes the generation when all that was asked for before it has ended. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#turn.then(() => this.#outside.runInAsyncScope(work));
    this.#turn = run.catch(() => undefined);
    return run;
  }

  /** As `reload`, for those whose turn it is; with the name of a plugin without which the build is to fail. */
  async rebuild(read: () => MaybePromise<ResolvedSettings> = () => this.#settings, wanted?: string): Promise<void> {
    let built: Built;
    let settings: ResolvedSettings;
    try {
      settings = await read();
      built = await this.#build(settings, wanted);
    } catch (error) {
      this.#failure = failureOf(error);
      throw error;
    }
    this.#failure = null;
    this.#number++;
    this.#tellLeftOut(built.generation);
    this.#takeOver(settings);
    const generations = this.#running?.generations;
    this.#running = { built, generations: generations ?? new Generations(built.generation) };
    await generations?.replace(built.generation);
    await noteCapabilities(built.generation, built.selection, this.#log);
  }

  /** Says that no more requests are taken. */
  closing(): void {
    this.#ready = false;
  }

  /** Waits for a reload under way, and disposes of all generations. */
  async dispose(): Promise<void> {
    await this.inTurn(() => this.generations.dispose());
  }

  /** Whether a plugin of the running generation may be left out of the next. */
  mayLeaveOut(plugin: LocatedPlugin): boolean {
    return this.built.selection.expendable.has(plugin);
  }

  /** Whether a generation is the one that serves new requests. */
  isRunning(generation: Generation): boolean {
    return this.#running?.built.generation === generation;
  }

  /**
   * A host starts without the plugins that are broken. Later, a plugin that breaks stops the reload, for what runs has
   * it; one that was left out already does not.
   */
  #mayBeBroken({ definition, location }: LocatedPlugin): boolean {
    if (this.#running === undefined) return true;
    const { leftOut } = this.#running.built.generation;
    return leftOut.some(({ plugin }) => plugin.definition.name === definition.name && plugin.location === location);
  }

  get #started() {
    if (this.#running === undefined) throw new Error('no generation has been built');
    return this.#running;
  }

  #build(settings: ResolvedSettings, wanted?: string): Promise<Built> {
    return build(settings, this.site, this.#log, {
      provide: (generation) => {
        generation.services.provide('host', HostStatus, this.#statusOf(generation));
        generation.services.provide('host', PluginManager, this.#manager);
        generation.services.provide('host', HookTypes, hookTypes);
      },
      failed: (failure, generation) => this.#settingAside.note(failure, generation),
      mayBeBroken: (plugin) => plugin.definition.name !== wanted && this.#mayBeBroken(plugin),
    });
  }

  /** Says which plugins are left out that were not before. */
  #tellLeftOut({ leftOut }: Generation): void {
    const known = new Set(this.#running?.built.generation.leftOut.map(({ why }) => why.message));
    for (const { plugin, why } of leftOut) {
      if (known.has(why.message)) continue;
      const { name } = plugin.definition;
      const { message, status, file, line } = why;
      const place = file === undefined || message.includes(`${file}:${line}`) ? '' : ` (${file}:${line})`;
      this.#log.error({ plugin: name, status }, `plugin "${name}" is left out: ${message}${place}`);
    }
  }

  #statusOf({ plugins, leftOut, failures }: Generation): HostStatus {
    const host = () => ({ ready: this.#ready, failure: this.#failure });
    return {
      generation: this.#number + 1,
      since: new Date(),
      leftOut,
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

  /** Takes over the settings that a reload can change, and says which wait for a restart. */
  #takeOver(next: ResolvedSettings): void {
    const names = new Set([...Object.keys(this.#settings), ...Object.keys(next)] as (keyof ResolvedSettings)[]);
    const kept = [...names].filter((name) => !TAKEN.has(name) && this.#settings[name] !== next[name]);
    for (const name of kept) this.#log.warn(`the setting "${name}" takes effect when the host is started again`);
    const held = Object.fromEntries(kept.map((name) => [name, this.#settings[name]]));
    this.#settings = { ...next, ...held };
  }
}

/** How often each plugin failed in each hook, the most frequent first. */
function countFailures(failures: readonly TapFailure[]): FailureCount[] {
  const counts = new Map<string, { plugin: string; hook: string; count: number; message: string }>();
  for (const { plugin, hook, error } of failures) {
    const key = `${plugin} ${hook}`;
    const known = counts.get(key) ?? { plugin, hook, count: 0, message: '' };
    const message = error instanceof Error ? error.message : String(error);
    counts.set(key, { ...known, count: known.count + 1, message });
  }
  return [...counts.values()].sort((one, two) => two.count - one.count);
}

function failureOf(error: unknown): ReloadFailure {
  const message = error instanceof Error ? error.message : String(error);
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
