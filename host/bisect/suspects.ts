import { earlyPlugins, type LocatedPlugin, loadOrder, namesOf } from '../../core/index.ts';

/** Plugins that may be left out of a trial, and those that may not. */
export interface Lineup {
  /** In the order in which they are set up. */
  readonly suspects: readonly LocatedPlugin[];
  readonly fixed: readonly LocatedPlugin[];
}

const requiredBy = ({ definition }: LocatedPlugin): string[] => Object.keys(definition.requires ?? {});

const isNamed = ({ definition }: LocatedPlugin, names: readonly string[]): boolean =>
  namesOf(definition).some((name) => names.includes(name));

/** Plugins with all that they require, and what that requires, among `all`. */
export function withRequirements(plugins: readonly LocatedPlugin[], all: readonly LocatedPlugin[]): LocatedPlugin[] {
  const found = new Set(plugins);
  for (const plugin of found) {
    const names = requiredBy(plugin);
    for (const other of all) if (isNamed(other, names)) found.add(other);
  }
  return all.filter((plugin) => found.has(plugin));
}

/** Plugins without those that require, directly or through one another, one of `all` that is not among them. */
export function withoutUnmet(plugins: readonly LocatedPlugin[], all: readonly LocatedPlugin[]): LocatedPlugin[] {
  let kept = [...plugins];
  for (let size = -1; size !== kept.length; ) {
    size = kept.length;
    const off = all.filter((plugin) => !kept.includes(plugin));
    kept = kept.filter((plugin) => !off.some((other) => isNamed(other, requiredBy(plugin))));
  }
  return kept;
}

/** The order of setting up, or by name where plugins cannot be put in one. */
function ordered(plugins: readonly LocatedPlugin[]): LocatedPlugin[] {
  try {
    return loadOrder(plugins);
  } catch {
    return [...plugins].sort((one, two) => (one.definition.name < two.definition.name ? -1 : 1));
  }
}

/** Says which plugins may be left out: those that `isSuspect` names, unless the others require them. */
export function lineup(plugins: readonly LocatedPlugin[], isSuspect: (plugin: LocatedPlugin) => boolean): Lineup {
  const all = ordered(plugins);
  const early = earlyPlugins(all);
  const innocent = all.filter((plugin) => early.includes(plugin) || !isSuspect(plugin));
  const fixed = withRequirements(innocent, all);
  return { suspects: all.filter((plugin) => !fixed.includes(plugin)), fixed };
}
