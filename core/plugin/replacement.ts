import { PluginError } from '../base/plugin-error.ts';
import type { LocatedPlugin } from './located-plugin.ts';
import type { PluginDefinition } from './plugin.ts';

/** The plugin that a name stands for, and the version that it is taken for under that name. */
export interface Replacement {
  readonly plugin: LocatedPlugin;
  readonly version: string;
}

/** Plugins by their names, and by the names of those that they replace. */
export type Replacements = ReadonlyMap<string, Replacement>;

/** The names that a plugin goes by: its own, and those of the plugins that it replaces. */
export const namesOf = ({ name, replaces = {} }: PluginDefinition): string[] => [name, ...Object.keys(replaces)];

/**
 * Finds out which plugin each name stands for. Throws a `PluginError` for a plugin that runs beside its replacement, and
 * for two replacements of one.
 */
export function replacementsOf(byName: ReadonlyMap<string, LocatedPlugin>): Replacements {
  const known = new Map<string, Replacement>();
  for (const [name, plugin] of byName) known.set(name, { plugin, version: plugin.definition.version });
  for (const plugin of byName.values()) {
    const { name, replaces = {} } = plugin.definition;
    for (const [replaced, version] of Object.entries(replaces)) {
      const other = known.get(replaced)?.plugin;
      if (other !== undefined) {
        throw new PluginError(
          `${plugin.location}: plugin "${name}" replaces "${replaced}", and so cannot run beside ${other.location}; ` +
            `disable one of them: plugins: { disabled: ['${other.definition.name}'] }`,
          { plugin: name },
        );
      }
      known.set(replaced, { plugin, version });
    }
  }
  return known;
}
