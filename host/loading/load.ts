import { pathToFileURL } from 'node:url';
import { definePlugin, type LocatedPlugin, type PluginDefinition, PluginError } from '../../core/index.ts';
import type { FoundPlugin } from './discover.ts';
import { createSourceLoader, siblingModules } from './source.ts';

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
  // The loader of sources answers with the module itself where there is no default export, so it is asked for first.
  const exported = ('default' in module ? module.default : undefined) as PluginDefinition | undefined;
  if (typeof exported !== 'object' || exported === null) {
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

/**
 * The compiled plugins that build on a source, directly or through one another. They are loaded from their own
 * sources too: beside a changed plugin, a compiled one would go on with the classes of its old form.
 */
function buildOn(sources: readonly FoundPlugin[], modules: ReadonlyMap<FoundPlugin, Module>): Set<FoundPlugin> {
  const changed = new Set(sources.map(({ name }) => name));
  const found = new Set<FoundPlugin>();
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const [plugin, module] of modules) {
      const { requires = {}, after = [] } = definitionOf(module, plugin);
      if (plugin.source === undefined || ![...Object.keys(requires), ...after].some((name) => changed.has(name)))
        continue;
      found.add(plugin);
      changed.add(plugin.name);
    }
  }
  return found;
}

/** Loads plugins: those of the running code at once, then sources, which may import those. */
export async function loadPlugins(found: readonly FoundPlugin[]): Promise<LocatedPlugin[]> {
  const modules = new Map<FoundPlugin, Module>();
  await Promise.all(
    found
      .filter((plugin) => plugin.native)
      .map(async (plugin) => {
        modules.set(plugin, await load(plugin, (entry) => import(pathToFileURL(entry).href)));
      }),
  );
  const sources = found.filter((plugin) => !plugin.native);
  if (sources.length > 0) {
    for (const plugin of buildOn(sources, modules)) {
      modules.delete(plugin);
      sources.push({ ...plugin, entry: plugin.source! });
    }
    const loader = await createSourceLoader(siblingModules([...modules].map(([{ name }, module]) => [name, module])));
    for (const plugin of sources) modules.set(plugin, await load(plugin, (entry) => loader.import<Module>(entry)));
  }
  return [...modules].map(([plugin, module]) => ({
    definition: definitionOf(module, plugin),
    location: plugin.location,
  }));
}
