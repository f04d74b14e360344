import satisfies from 'semver/functions/satisfies.js';
import { closest } from './closest.ts';
import type { PluginDefinition } from './plugin.ts';

/** A plugin and the place it was found in, which errors name. */
export interface LocatedPlugin {
  readonly definition: PluginDefinition;
  /** The folder, or a word for where an inline definition came from. */
  readonly location: string;
  /** The file that it starts in; absent for an inline definition. */
  readonly entry?: string;
  /** Why it cannot be loaded; thrown when a generation is to run it. */
  readonly broken?: PluginError;
}

/** Thrown when plugins cannot be put together: says which folder, and what to do. */
export class PluginError extends Error {
  override readonly name = 'PluginError';
  /** The plugin that is at fault, where it is one. */
  readonly plugin: string | undefined;
  /** Where in the plugin's folder it was thrown, once that is known. */
  file?: string;
  line?: number;

  constructor(message: string, { plugin, ...options }: ErrorOptions & { plugin?: string } = {}) {
    super(message, options);
    this.plugin = plugin;
  }
}

/**
 * Puts plugins in the order in which they are set up: requirements first, then by name, the same on every
 * machine. Throws a `PluginError` for one that cannot be loaded, two of one
 * name, a missing or circular requirement, or a version out of range.
 */
export function loadOrder(plugins: readonly LocatedPlugin[]): LocatedPlugin[] {
  const byName = new Map<string, LocatedPlugin>();
  for (const plugin of plugins) {
    if (plugin.broken !== undefined) throw plugin.broken;
    const twin = byName.get(plugin.definition.name);
    if (twin !== undefined) {
      throw new PluginError(
        `two plugins are named "${plugin.definition.name}": ${twin.location} and ${plugin.location}; rename or disable one`,
      );
    }
    byName.set(plugin.definition.name, plugin);
  }
  for (const plugin of byName.values()) checkRequirements(plugin, byName);

  const ordered: LocatedPlugin[] = [];
  const done = new Set<string>();
  const visit = (plugin: LocatedPlugin, path: readonly string[]) => {
    const { name, requires = {}, after = [] } = plugin.definition;
    if (done.has(name)) return;
    if (path.includes(name)) {
      const circle = [...path.slice(path.indexOf(name)), name].join(' -> ');
      throw new PluginError(
        `${plugin.location}: plugins require each other in a circle: ${circle}; remove one requirement`,
      );
    }
    for (const other of [...Object.keys(requires), ...after].sort()) {
      const needed = byName.get(other);
      if (needed !== undefined) visit(needed, [...path, name]);
    }
    done.add(name);
    ordered.push(plugin);
  };
  for (const name of [...byName.keys()].sort()) visit(byName.get(name)!, []);
  return ordered;
}

/** The plugins that are set up before all others: those that say so, and what they require. */
export function earlyPlugins(plugins: readonly LocatedPlugin[]): LocatedPlugin[] {
  const early = new Set(plugins.filter(({ definition }) => definition.early === true));
  for (const { definition } of early) {
    const required = Object.keys(definition.requires ?? {});
    for (const plugin of plugins) if (required.includes(plugin.definition.name)) early.add(plugin);
  }
  return loadOrder([...early]);
}

function checkRequirements({ definition, location }: LocatedPlugin, byName: Map<string, LocatedPlugin>): void {
  for (const [name, range] of Object.entries(definition.requires ?? {})) {
    const needed = byName.get(name);
    if (needed === undefined) {
      const nearest = closest(name, [...byName.keys()]);
      throw new PluginError(
        `${location}: plugin "${definition.name}" requires "${name}", which is not there; ` +
          (nearest === undefined ? 'add or enable it' : `add or enable it, or did you mean "${nearest}"?`),
        { plugin: definition.name },
      );
    }
    if (!satisfies(needed.definition.version, range, { includePrerelease: true })) {
      throw new PluginError(
        `${location}: plugin "${definition.name}" requires "${name}" ${range}, but ${needed.location} is ` +
          `${needed.definition.version}; change one of the versions`,
        { plugin: definition.name },
      );
    }
  }
}
