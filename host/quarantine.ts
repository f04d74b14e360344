import type { Generation } from '../core/generation.ts';
import type { Hook, TapFailure } from '../core/hooks/index.ts';
import { isRestError, type Logger } from '../core/index.ts';
import { type LocatedPlugin, QuarantinedPlugins } from '../core/plugin/index.ts';
import { faultOf } from '../core/rest/index.ts';
import { pluginSettings } from './config/settings.ts';
import { FailureWatch } from './failure-watch.ts';
import type { GenerationBuilder } from './generation-builder.ts';

/** Quarantines plugins that keep failing: stores them as quarantined, and builds the next generation without them. */
export class Quarantine {
  readonly #builder: GenerationBuilder;
  readonly #log: Logger;
  readonly #watch: FailureWatch | undefined;
  /** The plugins that keep failing but may not be quarantined, and for which that has been logged. */
  readonly #logged = new Set<string>();

  constructor(builder: GenerationBuilder, log: Logger) {
    this.#builder = builder;
    this.#log = log;
    const { quarantine } = pluginSettings(builder.settings);
    this.#watch = quarantine === false ? undefined : new FailureWatch(quarantine);
  }

  /** Counts a failure of a tap; quarantines its plugin at the limit, unless the plugin has to stay. */
  count(failure: TapFailure, generation: Generation, thrown: unknown): void {
    if (isOfMachine(thrown)) return;
    const { plugin } = failure;
    const failures = this.#watch?.count(plugin);
    // Plugins of a generation that is being built or has been replaced are not quarantined.
    if (failures === undefined || !this.#builder.isRunning(generation)) return;
    const stays = this.#whyItStays(plugin, generation);
    if (stays === undefined) {
      this.#quarantine(failure, failures).catch((error) =>
        this.#log.error({ plugin, err: error }, `plugin "${plugin}" could not be quarantined`),
      );
    } else if (!this.#logged.has(plugin)) {
      this.#logged.add(plugin);
      this.#log.error({ plugin, hook: failure.hook, failures }, `plugin "${plugin}" keeps failing and stays: ${stays}`);
    }
  }

  /** Why a plugin is never quarantined; undefined when it may be. */
  #whyItStays(name: string, generation: Generation): string | undefined {
    const plugin = generation.plugins.find(({ definition }) => definition.name === name);
    if (plugin === undefined) return 'it is part of the configuration or of the runtime';
    for (const one of this.#withDependents(plugin, generation)) {
      const other = one === plugin ? 'it' : `"${one.definition.name}", which requires it,`;
      if (!this.#builder.maySkip(one)) return `${other} came with the host or is required by configuration`;
      const guard = guardOf(one, generation);
      if (guard !== undefined) return `${other} decides in hook "${guard.name}", and what it refuses would go through`;
    }
    if (generation.services.find(QuarantinedPlugins) === undefined)
      return 'no plugin keeps which plugins are quarantined';
    return undefined;
  }

  /** A plugin and all plugins that require it, directly or indirectly. */
  #withDependents(plugin: LocatedPlugin, { plugins }: Generation): LocatedPlugin[] {
    const found = [plugin];
    for (const one of found) {
      const dependents = plugins.filter(({ definition }) =>
        Object.hasOwn(definition.requires ?? {}, one.definition.name),
      );
      found.push(...dependents.filter((dependent) => !found.includes(dependent)));
    }
    return found;
  }

  async #quarantine({ plugin, hook, error }: TapFailure, failures: number): Promise<void> {
    await this.#builder.inTurn(async () => {
      const { generation } = this.#builder.built;
      const store = generation.services.find(QuarantinedPlugins);
      if (store === undefined || !generation.plugins.some(({ definition }) => definition.name === plugin)) return;
      const reason = error.message.split('\n')[0]!;
      const record = { plugin, hook, reason, failures, at: new Date().toISOString() };
      const before = await store.put(plugin, record);
      try {
        await this.#builder.rebuild();
      } catch (failure) {
        await store.put(plugin, before);
        throw failure;
      }
      this.#log.error(
        { plugin, hook, failures },
        `plugin "${plugin}" is quarantined: it failed ${failures} times, at last in hook "${hook}": ${reason}; ` +
          `mend it, then: tappet plugin resume ${plugin}`,
      );
    });
  }
}

/** Whether a tap failed in what it needs, as a database that is away or a disk that is full, so that its plugin has no part in it. */
const isOfMachine = (thrown: unknown): boolean =>
  isRestError(thrown) ? thrown.status === 503 || thrown.status === 507 : faultOf(thrown) !== undefined;

/** A hook that decides over requests and that a plugin taps: what it refuses there no other plugin refuses. */
const guardOf = ({ definition }: LocatedPlugin, { hooks }: Generation): Hook | undefined =>
  [...hooks.all()].find(
    ({ declaration, taps }) =>
      declaration.decides && !declaration.building && taps.some(({ plugin }) => plugin === definition.name),
  );
