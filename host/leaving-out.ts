import { ClashError, HookOrderError, type LeftOut, type LocatedPlugin, PluginError } from '../core/index.ts';

/** The names of the plugins that an error of a build is about, the one that failed first. */
function namesIn(error: unknown): readonly (string | undefined)[] {
  if (error instanceof HookOrderError) return error.plugins;
  if (!(error instanceof PluginError) || error.ofConfiguration) return [];
  return [error.plugin, ...(error.cause instanceof ClashError ? error.cause.plugins : [])];
}

/** The plugin without which a generation may be built that failed with an error; undefined where there is none. */
export function culpritOf(error: unknown, plugins: readonly LocatedPlugin[]): LocatedPlugin | undefined {
  for (const name of namesIn(error)) {
    const plugin = plugins.find(({ definition }) => definition.name === name);
    if (plugin !== undefined) return plugin;
  }
  return undefined;
}

/** Why a plugin that an error is about is left out. */
export function whyBroken(error: unknown): LeftOut {
  const message = error instanceof Error ? error.message : String(error);
  const { file, line } = error instanceof PluginError ? error : {};
  return {
    status: 'broken',
    message,
    at: new Date(),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
  };
}

/** The later ones of plugins that bear the name of another; of those, the ones that may be left out. */
export function twinsAmong(plugins: readonly LocatedPlugin[], mayLeaveOut: (plugin: LocatedPlugin) => boolean) {
  const first = new Map<string, LocatedPlugin>();
  const twins: { plugin: LocatedPlugin; error: PluginError }[] = [];
  // Those that stay come first, whatever the order in which they were found.
  const ordered = [...plugins].sort((one, two) => Number(mayLeaveOut(one)) - Number(mayLeaveOut(two)));
  for (const plugin of ordered) {
    const { name } = plugin.definition;
    const twin = first.get(name);
    if (twin === undefined) first.set(name, plugin);
    else if (mayLeaveOut(plugin)) {
      const message = `${plugin.location}: is named "${name}", as ${twin.location} is; rename or disable one`;
      twins.push({ plugin, error: new PluginError(message, { plugin: name }) });
    }
  }
  return twins;
}
