import { resolve } from 'node:path';
import { closest } from '../../core/base/index.ts';
import { definePlugin, PluginError } from '../../core/index.ts';
import { type LocatedPlugin, namesOf } from '../../core/plugin/index.ts';
import { ConfigError, type PluginSettings } from '../config/settings.ts';
import type { IsolationSettings } from '../isolation/settings.ts';
import { discoverIn, discoverOwn, type FoundPlugin } from './discover.ts';
import { discoverInstalled, versionsOf } from './installed.ts';
import { loadPlugins } from './load.ts';

/** The plugins that a host runs, and those that configuration disables. */
export interface PluginSelection {
  readonly active: readonly LocatedPlugin[];
  readonly disabled: readonly FoundPlugin[];
  /** The locations of the plugins that come with the host. */
  readonly own: ReadonlySet<string>;
  /** The plugins that may be skipped: dropped-in plugins that configuration does not require. */
  readonly expendable: ReadonlySet<LocatedPlugin>;
  /** The folders of dropped-in plugins by name. */
  readonly removable: ReadonlyMap<string, string>;
  /** The versions of plugins that are installed as packages, by name. */
  readonly installed: ReadonlyMap<string, string>;
}

function checkNames(setting: string, names: readonly string[], known: readonly string[]): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    const nearest = closest(name, known);
    const hint = nearest === undefined ? 'take it out' : `did you mean "${nearest}"?`;
    throw new ConfigError(`plugins.${setting}: there is no plugin "${name}"; ${hint}`);
  }
}

/** Loads the named plugins and all plugins that they require, directly or indirectly. */
async function loadWithRequirements(
  own: readonly FoundPlugin[],
  names: readonly string[],
  isolation: IsolationSettings | undefined,
): Promise<LocatedPlugin[]> {
  const required = new Set(names);
  const loaded: LocatedPlugin[] = [];
  const taken = new Set<string>();
  for (;;) {
    const next = own.filter(({ name }) => required.has(name) && !taken.has(name));
    if (next.length === 0) return loaded;
    for (const { name } of next) taken.add(name);
    for (const plugin of await loadPlugins(next, isolation)) {
      loaded.push(plugin);
      for (const name of Object.keys(plugin.definition.requires ?? {})) required.add(name);
    }
  }
}

/** Finds and loads the plugins that settings select. Throws a `ConfigError` or a `PluginError`. */
export async function selectPlugins(settings: PluginSettings, isolation?: IsolationSettings): Promise<PluginSelection> {
  const { folders = [], disabled = [], only, required = [], packages, limitDefinitions = false } = settings;
  const given: LocatedPlugin[] = [];
  const external: FoundPlugin[] = [];
  for (const entry of folders) {
    if (typeof entry === 'string') external.push(...discoverIn(resolve(entry)));
    else {
      const location = `definition of "${entry.name}"`;
      if (entry.isolated) {
        const mend = 'give its folder in place of its definition';
        throw new PluginError(`${location}: is isolated, and only a folder can be run so; ${mend}`, {
          plugin: entry.name,
        });
      }
      given.push({ definition: definePlugin(entry), location, limited: limitDefinitions });
    }
  }
  const installed = discoverInstalled(packages);
  external.push(...installed);
  const named = [
    ...(only ?? []),
    ...disabled,
    ...required,
    ...given.flatMap(({ definition }) => Object.keys(definition.requires ?? {})),
  ];
  // The folders of all plugins are read only if needed, because that takes most of the start of a small host.
  const own = only === undefined || named.length > 0 || external.length > 0 ? discoverOwn() : [];
  const known = [...own, ...external].map(({ name }) => name).concat(given.map(({ definition }) => definition.name));
  checkNames('disabled', disabled, known);
  checkNames('required', required, known);
  const isOn = ({ name }: { name: string }) => !disabled.includes(name);
  const active = given.filter(({ definition }) => isOn(definition));
  if (only === undefined) {
    active.push(...(await loadPlugins([...own, ...external].filter(isOn), isolation)));
  } else {
    checkNames('only', only, known);
    active.push(...(await loadPlugins(external.filter(isOn), isolation)));
    const requirements = active.flatMap(({ definition }) => Object.keys(definition.requires ?? {}));
    // A plugin that one of these replaces is not loaded.
    const present = new Set(active.flatMap(({ definition }) => namesOf(definition)));
    const others = own.filter((plugin) => isOn(plugin) && (only.includes(plugin.name) || !present.has(plugin.name)));
    active.push(...(await loadWithRequirements(others, [...only, ...requirements, ...required], isolation)));
  }
  const found = [...own, ...external];
  const removable = new Map(
    found.flatMap(({ name, removable }) => (removable === undefined ? [] : [[name, removable]])),
  );
  const ownLocations = own.filter((plugin) => plugin.droppedIn !== true).map(({ location }) => location);
  const droppedIn = new Set(found.flatMap(({ droppedIn, entry }) => (droppedIn === true ? [entry] : [])));
  const expendable = new Set(
    active.filter(({ definition, entry = '' }) => droppedIn.has(entry) && !required.includes(definition.name)),
  );
  return {
    active,
    expendable,
    own: new Set(ownLocations),
    disabled: found.filter((plugin) => !isOn(plugin)),
    removable,
    installed: versionsOf(installed),
  };
}
