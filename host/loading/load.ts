import { readFileSync } from 'node:fs';
import { definePlugin, type LocatedPlugin, type PluginDefinition, PluginError } from '../../core/index.ts';
import { DEFAULT_ISOLATION, type IsolationSettings, saysIsolated } from '../isolation/settings.ts';
import type { FoundPlugin } from './discover.ts';
import { importNative } from './native.ts';
import { placeOf } from './place.ts';
import { createSourceLoader, siblingModules } from './source.ts';

type Module = Record<string, unknown>;
type Importing = (entry: string) => Promise<Module>;

interface Loaded {
  readonly module: Module;
  readonly located: LocatedPlugin;
}

/** Takes a plugin's definition out of its module; throws a `PluginError` that says what to mend. */
function definitionOf(module: Module, { name, location }: FoundPlugin): PluginDefinition {
  // The loader of sources answers with the module itself where there is no default export, so it is asked for first.
  const exported = ('default' in module ? module.default : undefined) as PluginDefinition | undefined;
  if (typeof exported !== 'object' || exported === null) {
    throw new PluginError(`${location}: has no plugin as its default export; add export default definePlugin({ … })`, {
      plugin: name,
    });
  }
  let definition: PluginDefinition;
  try {
    definition = definePlugin(exported);
  } catch (error) {
    throw new PluginError(`${location}: ${(error as Error).message}`, { cause: error, plugin: name });
  }
  if (definition.name !== name) {
    throw new PluginError(
      `${location}: the plugin is named "${definition.name}", its folder "${name}"; give both the same name`,
      { plugin: name },
    );
  }
  return definition;
}

async function importOf(plugin: FoundPlugin, importing: Importing): Promise<Module> {
  try {
    return await importing(plugin.entry);
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).split('\n')[0];
    const place = placeOf(error, plugin.entry);
    const where = place === undefined ? '' : `${place.file}:${place.line}: `;
    throw new PluginError(`${plugin.location}: cannot be loaded: ${where}${message}`, {
      cause: error,
      plugin: plugin.name,
    });
  }
}

/** The definition of a plugin whose source says that it is isolated; none of its code is run here. */
async function isolatedOf(plugin: FoundPlugin, isolation: IsolationSettings): Promise<PluginDefinition | undefined> {
  // What is compiled came with the host.
  if (plugin.native && plugin.entry.endsWith('.js')) return undefined;
  const source = readFileSync(plugin.entry, 'utf8');
  if (!saysIsolated(source)) return undefined;
  const { loadIsolated } = await import('../isolation/index.ts');
  const definition = await loadIsolated(plugin, source, isolation);
  return definition && definitionOf({ default: definition }, plugin);
}

/** Loads a plugin; one that cannot be loaded has a definition in name alone, for it may be switched off. */
async function load(plugin: FoundPlugin, importing: Importing, isolation: IsolationSettings): Promise<Loaded> {
  const { name, location, entry } = plugin;
  try {
    const isolated = await isolatedOf(plugin, isolation);
    if (isolated !== undefined)
      return { module: {}, located: { definition: isolated, location, entry, limited: true } };
    const module = await importOf(plugin, importing);
    const definition = definitionOf(module, plugin);
    if (definition.isolated) {
      const mend = 'write "isolated: true" in the file that it starts in, since that is read before it is run';
      throw new PluginError(`${location}: is isolated and has been run in the host; ${mend}`, { plugin: name });
    }
    return { module, located: { definition, location, entry, limited: true } };
  } catch (error) {
    if (!(error instanceof PluginError)) throw error;
    const definition = definePlugin({ name, version: '0.0.0', description: '', setup: () => undefined });
    return { module: {}, located: { definition, location, entry, broken: error } };
  }
}

/**
 * The compiled plugins that build on a source, directly or through one another. They are loaded from their own
 * sources too: beside a changed plugin, a compiled one would go on with the classes of its old form.
 */
function buildOn(sources: readonly FoundPlugin[], loaded: ReadonlyMap<FoundPlugin, Loaded>): Set<FoundPlugin> {
  const changed = new Set(sources.map(({ name }) => name));
  const found = new Set<FoundPlugin>();
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const [plugin, { located }] of loaded) {
      const { requires = {}, after = [] } = located.definition;
      if (plugin.source === undefined || ![...Object.keys(requires), ...after].some((name) => changed.has(name)))
        continue;
      found.add(plugin);
      changed.add(plugin.name);
    }
  }
  return found;
}

/** Loads plugins: those of the running code at once, then sources, which may import those. */
export async function loadPlugins(
  found: readonly FoundPlugin[],
  isolation: IsolationSettings = DEFAULT_ISOLATION,
): Promise<LocatedPlugin[]> {
  const loaded = new Map<FoundPlugin, Loaded>();
  const native = found.filter((plugin) => plugin.native);
  await Promise.all(
    native.map(async (plugin) => {
      loaded.set(plugin, await load(plugin, (entry) => importNative(plugin.name, entry), isolation));
    }),
  );
  const sources = found.filter((plugin) => !plugin.native);
  if (sources.length > 0) {
    for (const plugin of buildOn(sources, loaded)) {
      loaded.delete(plugin);
      sources.push({ ...plugin, entry: plugin.source! });
    }
    const siblings = siblingModules([...loaded].map(([{ name }, { module }]) => [name, module]));
    const importing = await createSourceLoader(siblings);
    for (const plugin of sources) loaded.set(plugin, await load(plugin, importing, isolation));
  }
  return [...loaded.values()].map(({ located }) => located);
}
