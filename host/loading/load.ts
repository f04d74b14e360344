import { pathToFileURL } from 'node:url';
import { definePlugin, type LocatedPlugin, type PluginDefinition, PluginError } from '../../core/index.ts';
import type { FoundPlugin } from './discover.ts';
import { createSourceLoader } from './source.ts';

type Module = Record<string, unknown>;

/** Where in a plugin's folder an error was thrown: `index.ts:12`; empty when its stack does not say. */
function placeOf(error: unknown, { entry }: FoundPlugin): string {
  const folder = entry.slice(0, Math.max(entry.lastIndexOf('/'), entry.lastIndexOf('\\')) + 1);
  const stack = error instanceof Error ? `${error.message}\n${error.stack}` : '';
  for (const start of [folder, pathToFileURL(folder).href]) {
    const at = stack.indexOf(start);
    const place = at < 0 ? null : /^([^\s:()]+):(\d+)/.exec(stack.slice(at + start.length));
    if (place !== null) return `${place[1]}:${place[2]}: `;
  }
  return '';
}

/** Takes a plugin's definition out of its module; throws a `PluginError` that says what to mend. */
function definitionOf(module: Module, { name, location }: FoundPlugin): PluginDefinition {
  const exported = module.default as PluginDefinition | undefined;
  if (exported === undefined || typeof exported !== 'object') {
    throw new PluginError(`${location}: has no plugin as its default export; add export default definePlugin({ … })`);
  }
  let definition: PluginDefinition;
  try {
    definition = definePlugin(exported);
  } catch (error) {
    throw new PluginError(`${location}: ${(error as Error).message}`, { cause: error });
  }
  if (definition.name !== name) {
    throw new PluginError(
      `${location}: the plugin is named "${definition.name}", its folder "${name}"; give both the same name`,
    );
  }
  return definition;
}

async function load(plugin: FoundPlugin, importing: (entry: string) => Promise<Module>): Promise<Module> {
  try {
    return await importing(plugin.entry);
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).split('\n')[0];
    throw new PluginError(`${plugin.location}: cannot be loaded: ${placeOf(error, plugin)}${message}`, {
      cause: error,
    });
  }
}

/** Loads plugins: those of the running code at once, then sources, which may import those. */
export async function loadPlugins(found: readonly FoundPlugin[]): Promise<LocatedPlugin[]> {
  const native = found.filter((plugin) => plugin.native);
  const sources = found.filter((plugin) => !plugin.native);
  const modules = new Map<FoundPlugin, Module>();
  await Promise.all(
    native.map(async (plugin) => {
      modules.set(plugin, await load(plugin, (entry) => import(pathToFileURL(entry).href)));
    }),
  );
  if (sources.length > 0) {
    const beside = native.map((plugin) => [`../${plugin.name}/index.ts`, modules.get(plugin)]);
    const loader = await createSourceLoader(Object.fromEntries(beside));
    for (const plugin of sources) modules.set(plugin, await load(plugin, (entry) => loader.import<Module>(entry)));
  }
  return found.map((plugin) => ({
    definition: definitionOf(modules.get(plugin)!, plugin),
    location: plugin.location,
  }));
}
