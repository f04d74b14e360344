import { earlyPlugins, type LocatedPlugin, loadOrder, namesOf } from '../../core/plugin/index.ts';

/** The plugins that a trial may run without, and the others. */
export interface Lineup {
  /** In the order of setting up. */
  readonly suspects: readonly LocatedPlugin[];
  readonly fixed: readonly LocatedPlugin[];
}

const requirementsOf = ({ definition }: LocatedPlugin): string[] => Object.keys(definition.requires ?? {});

const isNamed = ({ definition }: LocatedPlugin, names: readonly string[]): boolean =>
  namesOf(definition).some((name) => names.includes(name));

/** Plugins with all plugins among `all` that they require, directly or indirectly. */
export function withRequirements(plugins: readonly LocatedPlugin[], all: readonly LocatedPlugin[]): LocatedPlugin[] {
  const found = new Set(plugins);
  for (const plugin of found) {
    const names = requirementsOf(plugin);
    for (const other of all) if (isNamed(other, names)) found.add(other);
  }
  return all.filter((plugin) => found.has(plugin));
}

/** Plugins without those that require, directly or indirectly, a plugin of `all` that is not among them. */
export function withoutUnmet(plugins: readonly LocatedPlugin[], all: readonly LocatedPlugin[]): LocatedPlugin[] {
  let rest = [...plugins];
  for (let size = -1; size !== rest.length; ) {
    size = rest.length;
    const off = all.filter((plugin) => !rest.includes(plugin));
    rest = rest.filter((plugin) => !off.some((other) => isNamed(other, requirementsOf(plugin))));
  }
  return rest;
}

/** The order of setting up, or by name if there is no such order. */
function ordered(plugins: readonly LocatedPlugin[]): LocatedPlugin[] {
  try {
    return loadOrder(plugins);
  } catch {
    return [...plugins].sort((one, two) => (one.definition.name < two.definition.name ? -1 : 1));
  }
}

/** Divides plugins: suspects are those that `isSuspect` accepts and that no other plugin requires. */
export function lineup(plugins: readonly LocatedPlugin[], isSuspect: (plugin: LocatedPlugin) => boolean): Lineup {
  const all = ordered(plugins);
  const early = earlyPlugins(all);
  const innocent = all.filter((plugin) => early.includes(plugin) || !isSuspect(plugin));
  const fixed = withRequirements(innocent, all);
  return { suspects: all.filter((plugin) => !fixed.includes(plugin)), fixed };
}
