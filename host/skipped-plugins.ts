import { ConflictError, reasonOf } from '../core/base/index.ts';
import { HookOrderError } from '../core/hooks/index.ts';
import { PluginError } from '../core/index.ts';
import type { LocatedPlugin, SkipReason } from '../core/plugin/index.ts';

/** The names of the plugins that the error of a build is about; the first is the one that failed. */
function namesIn(error: unknown): readonly (string | undefined)[] {
  if (error instanceof HookOrderError) return error.plugins;
  if (!(error instanceof PluginError) || error.ofConfiguration) return [];
  return [error.plugin, ...(error.cause instanceof ConflictError ? error.cause.plugins : [])];
}

/** The plugin, among those that may be skipped, that made a build fail; undefined when there is none. */
export function failedPlugin(error: unknown, plugins: readonly LocatedPlugin[]): LocatedPlugin | undefined {
  for (const name of namesIn(error)) {
    const plugin = plugins.find(({ definition }) => definition.name === name);
    if (plugin !== undefined) return plugin;
  }
  return undefined;
}

/** The reason for which a plugin that failed with an error is skipped. */
export function brokenReason(error: unknown): SkipReason {
  const message = reasonOf(error);
  const { file, line } = error instanceof PluginError ? error : {};
  return {
    status: 'broken',
    message,
    at: new Date(),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
  };
}

/** The plugins that have the name of an earlier plugin and may be skipped, each with its error. */
export function duplicatesAmong(plugins: readonly LocatedPlugin[], maySkip: (plugin: LocatedPlugin) => boolean) {
  const first = new Map<string, LocatedPlugin>();
  const duplicates: { plugin: LocatedPlugin; error: PluginError }[] = [];
  // Plugins that may not be skipped come first.
  const ordered = [...plugins].sort((one, two) => Number(maySkip(one)) - Number(maySkip(two)));
  for (const plugin of ordered) {
    const { name } = plugin.definition;
    const original = first.get(name);
    if (original === undefined) first.set(name, plugin);
    else if (maySkip(plugin)) {
      const message = `${plugin.location}: is named "${name}", as ${original.location} is; rename or disable one`;
      duplicates.push({ plugin, error: new PluginError(message, { plugin: name }) });
    }
  }
  return duplicates;
}
