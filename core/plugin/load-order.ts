import satisfies from 'semver/functions/satisfies.js';
import { closest } from '../base/closest.ts';
import { getOrMakeAmong } from '../base/get-or-make.ts';
import { PluginError } from '../base/plugin-error.ts';
import type { LocatedPlugin } from './located-plugin.ts';
import { namesOf, type Replacements, replacementsOf } from './replacement.ts';

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
  const known = replacementsOf(byName);
  for (const plugin of byName.values()) checkRequirements(plugin, known);

  const ordered: LocatedPlugin[] = [];
  const done = new Set<string>();
  const visit = (plugin: LocatedPlugin, path: readonly string[]) => {
    const { name, requires = {}, after = [] } = plugin.definition;
    if (done.has(name)) return;
    if (path.includes(name)) {
      const circle = [...path.slice(path.indexOf(name)), name].join(' -> ');
      throw new PluginError(
        `${plugin.location}: plugins require each other in a circle: ${circle}; remove one requirement`,
        { plugin: name },
      );
    }
    for (const other of [...Object.keys(requires), ...after].sort()) {
      const needed = known.get(other)?.plugin;
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
    for (const plugin of plugins) {
      if (namesOf(plugin.definition).some((name) => required.includes(name))) early.add(plugin);
    }
  }
  return loadOrder([...early]);
}

/** What was found of versions and ranges, by both; there are few, and each host asks for them again and again. */
const fits = new Map<string, boolean>();

/** Whether a version lies in a range. */
const isWithin = (version: string, range: string): boolean =>
  getOrMakeAmong(fits, 1000, `${version} ${range}`, () => satisfies(version, range, { includePrerelease: true }));

function checkRequirements({ definition, location }: LocatedPlugin, known: Replacements): void {
  for (const [name, range] of Object.entries(definition.requires ?? {})) {
    const needed = known.get(name);
    if (needed === undefined) {
      const nearest = closest(name, [...known.keys()]);
      throw new PluginError(
        `${location}: plugin "${definition.name}" requires "${name}", which is not there; ` +
          (nearest === undefined ? 'add or enable it' : `add or enable it, or did you mean "${nearest}"?`),
        { plugin: definition.name },
      );
    }
    if (!isWithin(needed.version, range)) {
      throw new PluginError(
        `${location}: plugin "${definition.name}" requires "${name}" ${range}, but ${needed.plugin.location} is ` +
          `${needed.version}; change one of the versions`,
        { plugin: definition.name },
      );
    }
  }
}
