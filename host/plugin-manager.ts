import { rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { closest } from '../core/base/index.ts';
import type { PluginManager } from '../core/index.ts';
import {
  earlyPlugins,
  InactivePlugins,
  type KnownPlugin,
  type LocatedPlugin,
  namesOf,
  PluginChangeError,
  QuarantinedPlugins,
  type SwitchedPlugins,
} from '../core/plugin/index.ts';
import { pluginSettings } from './config/settings.ts';
import type { GenerationBuilder } from './generation-builder.ts';
import { discoverInstalled, versionsOf } from './loading/installed.ts';
import { PACKAGE_PREFIX } from './packages/manifest.ts';
import type { PluginPackages } from './packages/plugin-packages.ts';

const known =
  (status: KnownPlugin['status']) =>
  ({ definition, location, broken }: LocatedPlugin): KnownPlugin => ({
    name: definition.name,
    status,
    location,
    ...(broken === undefined ? { definition } : {}),
  });

/** Creates the plugin manager of a host; each change builds the next generation. */
export function createPluginManager(builder: GenerationBuilder, packages: PluginPackages): PluginManager {
  const all = (): KnownPlugin[] => {
    const { generation, selection } = builder.built;
    const skipped = generation.skipped.map(({ plugin, why }) => ({ ...known('inactive')(plugin), skipped: why }));
    const off = selection.disabled.map(({ name, location }): KnownPlugin => ({ name, status: 'inactive', location }));
    const list = [
      ...generation.plugins.map(known('active')),
      ...generation.inactive.map(known('inactive')),
      ...skipped,
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
    const list = builder.built.generation.services.find(InactivePlugins);
    if (list !== undefined) return list;
    throw new PluginChangeError('configuration', 'no plugin keeps which plugins are active; enable one that does');
  };

  /** Stores how a plugin is switched and builds the next generation of it; restores how it was if that fails. */
  const change = async (name: string, to: keyof SwitchedPlugins | undefined, mustRun?: string): Promise<void> => {
    const list = stored();
    const before = await list.switch(name, to);
    try {
      await builder.rebuild(undefined, mustRun);
    } catch (error) {
      await list.switch(name, before);
      throw new PluginChangeError('build', (error as Error).message, { cause: error });
    }
  };

  /** Deletes a plugin's quarantine record and runs `work`; restores the record if that fails. */
  const endQuarantine = async (name: string, work: () => Promise<void>): Promise<void> => {
    const store = builder.built.generation.services.find(QuarantinedPlugins);
    const before = await store?.put(name, undefined);
    try {
      await work();
    } catch (error) {
      if (before !== undefined) await store?.put(name, before);
      throw error;
    }
  };

  /** Activates a plugin: builds the next generation, which fails if the plugin does not run in it. */
  const switchOn = async (name: string): Promise<void> => {
    await change(name, find(name).definition?.optIn === true ? 'on' : undefined, name);
    const skipped = builder.built.generation.skipped.find(({ plugin }) => plugin.definition.name === name);
    if (skipped !== undefined) throw new PluginChangeError('build', skipped.why.message);
  };

  /** Fires an action about a plugin in the generation that runs now. */
  const fire = (name: 'activated_plugin' | 'deactivate_plugin' | 'deleted_plugin', plugin: string): Promise<void> =>
    builder.built.generation.server.hooks.action(name).promise(plugin);

  const isDisabled = (name: string): boolean => builder.built.selection.disabled.some((plugin) => plugin.name === name);

  return {
    all,

    activate: (name) =>
      builder.inTurn(async () => {
        const { status, definition } = find(name);
        if (status === 'active') return;
        if (isDisabled(name)) {
          const mend = `take it out of plugins.disabled`;
          throw new PluginChangeError('configuration', `"${name}" is switched off by configuration; ${mend}`);
        }
        const running = builder.built.generation.plugins.flatMap((plugin) => namesOf(plugin.definition));
        const missing = Object.keys(definition?.requires ?? {}).filter((required) => !running.includes(required));
        if (missing.length > 0) {
          const what = missing.join(', ');
          throw new PluginChangeError('requirement', `"${name}" requires ${what}; activate that first`);
        }
        await endQuarantine(name, () => switchOn(name));
        await fire('activated_plugin', name);
      }),

    resume: (name) =>
      builder.inTurn(async () => {
        const { skipped } = find(name);
        if (skipped?.status !== 'quarantined') {
          const what =
            skipped === undefined ? 'not quarantined' : `not quarantined but ${skipped.status}: ${skipped.message}`;
          throw new PluginChangeError('running', `"${name}" is ${what}`);
        }
        await endQuarantine(name, () => switchOn(name));
      }),

    deactivate: (name) =>
      builder.inTurn(async () => {
        const { status, skipped } = find(name);
        if (status === 'inactive' && skipped === undefined) return;
        if (pluginSettings(builder.settings).required?.includes(name)) {
          throw new PluginChangeError('configuration', `"${name}" is required; take it out of plugins.required`);
        }
        const { plugins } = builder.built.generation;
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
        await fire('deactivate_plugin', name);
        await change(name, 'off');
      }),

    delete: (name) =>
      builder.inTurn(async () => {
        if (find(name).status === 'active') {
          throw new PluginChangeError('active', `"${name}" is active; deactivate it first`);
        }
        const { installed, removable } = builder.built.selection;
        const folder = removable.get(name);
        if (installed.has(name)) await packages.uninstall(name);
        else if (folder === undefined) {
          throw new PluginChangeError('not-removable', `"${name}" was not dropped into a folder of plugins; it stays`);
        }
        // Of a symbolic link, only the link is removed.
        else await rm(folder, { recursive: true });
        await endQuarantine(name, () => change(name, undefined));
        await fire('deleted_plugin', name);
      }),

    async install(slug, active, capabilities) {
      const known = all().some(({ name }) => name === slug);
      if (known) throw new PluginChangeError('exists', `there is a plugin "${slug}" already`);
      if (pluginSettings(builder.settings).installable !== true) {
        const mend = 'set plugins.installable, or install it by tappet plugin install';
        throw new PluginChangeError('not-installable', `clients may not install plugins here; ${mend}`);
      }
      // A path or an address would be installed too.
      if (!/^[\w-]+$/.test(slug)) throw new PluginChangeError('package', `"${slug}" is no name of a plugin`);
      const spec = slug.startsWith(PACKAGE_PREFIX) ? slug : `${PACKAGE_PREFIX}${slug}`;
      const { plugin } = await packages.install(
        spec,
        (asked) => asked.capabilities.every((one) => capabilities.includes(one)),
        active,
      );
      return plugin;
    },

    refresh: () =>
      builder.inTurn(async () => {
        const { generation } = builder.built;
        const switched = stored().switched();
        const early = earlyPlugins(generation.plugins);
        const isOn = (plugin: LocatedPlugin) => generation.isSwitchedOn(plugin, switched);
        const records = generation.services.find(QuarantinedPlugins)?.all() ?? [];
        const quarantined = generation.skipped.filter(({ why }) => why.status === 'quarantined');
        const installed = versionsOf(discoverInstalled(pluginSettings(builder.settings).packages));
        const isSame =
          !generation.inactive.some(isOn) &&
          generation.plugins.every((one) => early.includes(one) || isOn(one)) &&
          isDeepStrictEqual(installed, builder.built.selection.installed) &&
          quarantined.every(({ plugin }) => records.some((record) => record.plugin === plugin.definition.name)) &&
          !generation.plugins.some(
            (one) => builder.maySkip(one) && records.some((record) => record.plugin === one.definition.name),
          );
        if (!isSame) await builder.rebuild();
      }),
  };
}
