import { rm } from 'node:fs/promises';
import {
  closest,
  earlyPlugins,
  InactivePlugins,
  type KnownPlugin,
  type LocatedPlugin,
  namesOf,
  PluginChangeError,
  type PluginManager,
  SetAsidePlugins,
  type SwitchedPlugins,
} from '../core/index.ts';
import { pluginSettings } from './config/settings.ts';
import type { Reloads } from './reloads.ts';

const known =
  (status: KnownPlugin['status']) =>
  ({ definition, location, broken }: LocatedPlugin): KnownPlugin => ({
    name: definition.name,
    status,
    location,
    ...(broken === undefined ? { definition } : {}),
  });

/** Makes the manager of a host's plugins, which changes the generation by building the next one. */
export function createPluginManager(reloads: Reloads): PluginManager {
  const all = (): KnownPlugin[] => {
    const { generation, selection } = reloads.built;
    const leftOut = generation.leftOut.map(({ plugin, why }) => ({ ...known('inactive')(plugin), leftOut: why }));
    const off = selection.disabled.map(({ name, location }): KnownPlugin => ({ name, status: 'inactive', location }));
    const list = [
      ...generation.plugins.map(known('active')),
      ...generation.inactive.map(known('inactive')),
      ...leftOut,
      ...off,
    ];
    return list.sort((one, two) => (one.name < two.name ? -1 : 1));
  };

  const find = (name: string): KnownPlugin => {
    const plugins = all();
    const plugin = plugins.find((one) => one.name === name);
    if (plugin !== undefined) return plugin;
    const nearest = closest(
      name,
      plugins.map((one) => one.name),
    );
    const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
    throw new PluginChangeError('unknown', `there is no plugin "${name}"${hint}`);
  };

  const stored = (): InactivePlugins => {
    const list = reloads.built.generation.services.find(InactivePlugins);
    if (list !== undefined) return list;
    throw new PluginChangeError('configuration', 'no plugin keeps which plugins are active; enable one that does');
  };

  /** What is stored, without one plugin: it is then as it is of itself. */
  const forgotten = (name: string): SwitchedPlugins => {
    const { off, on } = stored().switched();
    const isOther = (other: string) => other !== name;
    return { off: off.filter(isOther), on: on.filter(isOther) };
  };

  /** Stores a list and builds the generation that it describes; puts the old list back if that fails. */
  const change = async (switched: SwitchedPlugins, wanted?: string): Promise<void> => {
    const list = stored();
    const before = list.switched();
    await list.save(switched);
    try {
      await reloads.rebuild(undefined, wanted);
    } catch (error) {
      await list.save(before);
      throw new PluginChangeError('build', (error as Error).message, { cause: error });
    }
  };

  /** Takes a plugin's record of having been set aside away while something is done, for good if that succeeds. */
  const takeBack = async (name: string, work: () => Promise<void>): Promise<void> => {
    const store = reloads.built.generation.services.find(SetAsidePlugins);
    const before = store?.all() ?? [];
    if (store === undefined || !before.some(({ plugin }) => plugin === name)) return work();
    await store.save(before.filter(({ plugin }) => plugin !== name));
    try {
      await work();
    } catch (error) {
      await store.save(before);
      throw error;
    }
  };

  /** Builds the next generation, which must run a plugin that the running one does not. */
  const bringIn = async (name: string): Promise<void> => {
    const { off, on } = forgotten(name);
    await change({ off, on: find(name).definition?.optIn === true ? [...on, name] : on }, name);
    const left = reloads.built.generation.leftOut.find(({ plugin }) => plugin.definition.name === name);
    if (left !== undefined) throw new PluginChangeError('build', left.why.message);
  };

  const isOff = (name: string): boolean => reloads.built.selection.disabled.some((plugin) => plugin.name === name);

  return {
    all,

    activate: (name) =>
      reloads.inTurn(async () => {
        const { status, definition } = find(name);
        if (status === 'active') return;
        if (isOff(name)) {
          const mend = `take it out of plugins.disabled`;
          throw new PluginChangeError('configuration', `"${name}" is switched off by configuration; ${mend}`);
        }
        const running = reloads.built.generation.plugins.flatMap((plugin) => namesOf(plugin.definition));
        const missing = Object.keys(definition?.requires ?? {}).filter((required) => !running.includes(required));
        if (missing.length > 0) {
          const what = missing.join(', ');
          throw new PluginChangeError('requirement', `"${name}" requires ${what}; activate that first`);
        }
        await takeBack(name, () => bringIn(name));
      }),

    resume: (name) =>
      reloads.inTurn(async () => {
        const { leftOut } = find(name);
        if (leftOut?.status !== 'set aside') {
          const what =
            leftOut === undefined ? 'not set aside' : `not set aside but ${leftOut.status}: ${leftOut.message}`;
          throw new PluginChangeError('running', `"${name}" is ${what}`);
        }
        await takeBack(name, () => bringIn(name));
      }),

    deactivate: (name) =>
      reloads.inTurn(async () => {
        const { status, leftOut } = find(name);
        if (status === 'inactive' && leftOut === undefined) return;
        if (pluginSettings(reloads.settings).required?.includes(name)) {
          throw new PluginChangeError('configuration', `"${name}" is required; take it out of plugins.required`);
        }
        const { plugins } = reloads.built.generation;
        const names = plugins.flatMap(({ definition }) => (definition.name === name ? namesOf(definition) : []));
        const users = plugins.filter(({ definition }) =>
          names.some((one) => Object.hasOwn(definition.requires ?? {}, one)),
        );
        if (users.length > 0) {
          const others = users.map(({ definition }) => definition.name).join(', ');
          throw new PluginChangeError('required', `"${name}" is required by ${others}; deactivate that first`);
        }
        if (earlyPlugins(plugins).some(({ definition }) => definition.name === name)) {
          throw new PluginChangeError('indispensable', `"${name}" keeps which plugins are active; it cannot be off`);
        }
        const { off, on } = forgotten(name);
        await change({ off: [...off, name], on });
      }),

    delete: (name) =>
      reloads.inTurn(async () => {
        if (find(name).status === 'active') {
          throw new PluginChangeError('active', `"${name}" is active; deactivate it first`);
        }
        const folder = reloads.built.selection.removable.get(name);
        if (folder === undefined) {
          throw new PluginChangeError('not-removable', `"${name}" was not dropped into a folder of plugins; it stays`);
        }
        // A folder that is a link is removed as such; what it leads to stays.
        await rm(folder, { recursive: true });
        await takeBack(name, () => change(forgotten(name)));
      }),

    refresh: () =>
      reloads.inTurn(async () => {
        const { generation } = reloads.built;
        const switched = stored().switched();
        const early = earlyPlugins(generation.plugins);
        const isOn = (plugin: LocatedPlugin) => generation.isSwitchedOn(plugin, switched);
        const records = generation.services.find(SetAsidePlugins)?.all() ?? [];
        const aside = generation.leftOut.filter(({ why }) => why.status === 'set aside');
        const isSame =
          !generation.inactive.some(isOn) &&
          generation.plugins.every((one) => early.includes(one) || isOn(one)) &&
          aside.every(({ plugin }) => records.some((record) => record.plugin === plugin.definition.name)) &&
          !generation.plugins.some(
            (one) => reloads.mayLeaveOut(one) && records.some((record) => record.plugin === one.definition.name),
          );
        if (!isSame) await reloads.rebuild();
      }),
  };
}
