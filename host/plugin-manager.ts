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
} from '../core/index.ts';
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
    const off = selection.disabled.map(({ name, location }): KnownPlugin => ({ name, status: 'inactive', location }));
    const list = [...generation.plugins.map(known('active')), ...generation.inactive.map(known('inactive')), ...off];
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

  /** Stores a list and builds the generation that it describes; puts the old list back if that fails. */
  const change = async (names: readonly string[]): Promise<void> => {
    const list = stored();
    const before = list.names();
    await list.save(names);
    try {
      await reloads.rebuild();
    } catch (error) {
      await list.save(before);
      throw new PluginChangeError('build', (error as Error).message, { cause: error });
    }
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
        await change(
          stored()
            .names()
            .filter((other) => other !== name),
        );
      }),

    deactivate: (name) =>
      reloads.inTurn(async () => {
        if (find(name).status === 'inactive') return;
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
        await change([...stored().names(), name]);
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
        await change(
          stored()
            .names()
            .filter((other) => other !== name),
        );
      }),

    refresh: () =>
      reloads.inTurn(async () => {
        const { generation } = reloads.built;
        const wanted = new Set(stored().names());
        const off = generation.inactive.map(({ definition }) => definition.name);
        const isSame =
          off.every((name) => wanted.has(name)) && !generation.plugins.some((one) => wanted.has(one.definition.name));
        if (!isSame) await reloads.rebuild();
      }),
  };
}
