import { type Generation, type LocatedPlugin, type Logger, SetAsidePlugins, type TapFailure } from '../core/index.ts';
import { pluginSettings } from './config/settings.ts';
import { FailureWatch } from './failure-watch.ts';
import type { Reloads } from './reloads.ts';

/** Sets plugins aside that keep failing: they are stored as such, and the next generation is built without them. */
export class SettingAside {
  readonly #reloads: Reloads;
  readonly #log: Logger;
  readonly #watch: FailureWatch | undefined;
  /** The plugins that fail too often and stay, of which that has been told. */
  readonly #told = new Set<string>();

  constructor(reloads: Reloads, log: Logger) {
    this.#reloads = reloads;
    this.#log = log;
    const { setAside } = pluginSettings(reloads.settings);
    this.#watch = setAside === false ? undefined : new FailureWatch(setAside);
  }

  /** Notes a failure in a generation; the last one that a plugin may have sets it aside, unless it has to stay. */
  note(failure: TapFailure, generation: Generation): void {
    const { plugin } = failure;
    const failures = this.#watch?.note(plugin);
    // A generation that is being built or has been replaced is none of ours.
    if (failures === undefined || !this.#reloads.isRunning(generation)) return;
    const stays = this.#whyItStays(plugin, generation);
    if (stays === undefined) {
      this.#setAside(failure, failures).catch((error) =>
        this.#log.error({ plugin, err: error }, `plugin "${plugin}" could not be set aside`),
      );
    } else if (!this.#told.has(plugin)) {
      this.#told.add(plugin);
      this.#log.error({ plugin, hook: failure.hook, failures }, `plugin "${plugin}" keeps failing and stays: ${stays}`);
    }
  }

  /** Why a plugin is not set aside however often it fails; undefined when it may be. */
  #whyItStays(name: string, generation: Generation): string | undefined {
    const plugin = generation.plugins.find(({ definition }) => definition.name === name);
    if (plugin === undefined) return 'it is part of the configuration or of the runtime';
    const leaving = this.#withUsers(plugin, generation);
    for (const one of leaving) {
      const other = one === plugin ? 'it' : `"${one.definition.name}", which requires it,`;
      if (!this.#reloads.mayLeaveOut(one)) return `${other} came with the host or is required by configuration`;
      const [hook] = generation.hooks.guardedBy(one.definition.name);
      if (hook !== undefined) return `${other} decides in hook "${hook}", and what it refuses would go through`;
    }
    if (generation.services.find(SetAsidePlugins) === undefined) return 'no plugin keeps which plugins are set aside';
    return undefined;
  }

  /** A plugin and all that require it, directly or through one another. */
  #withUsers(plugin: LocatedPlugin, { plugins }: Generation): LocatedPlugin[] {
    const found = [plugin];
    for (const one of found) {
      const users = plugins.filter(({ definition }) => Object.hasOwn(definition.requires ?? {}, one.definition.name));
      found.push(...users.filter((user) => !found.includes(user)));
    }
    return found;
  }

  async #setAside({ plugin, hook, error }: TapFailure, failures: number): Promise<void> {
    await this.#reloads.inTurn(async () => {
      const { generation } = this.#reloads.built;
      const store = generation.services.find(SetAsidePlugins);
      if (store === undefined || !generation.plugins.some(({ definition }) => definition.name === plugin)) return;
      const before = store.all();
      const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
      const record = { plugin, hook, reason, failures, at: new Date().toISOString() };
      await store.save([...before.filter((one) => one.plugin !== plugin), record]);
      try {
        await this.#reloads.rebuild();
      } catch (failure) {
        await store.save(before);
        throw failure;
      }
      this.#log.error(
        { plugin, hook, failures },
        `plugin "${plugin}" is set aside: it failed ${failures} times, at last in hook "${hook}": ${reason}; ` +
          `mend it, then: tappet plugin resume ${plugin}`,
      );
    });
  }
}
