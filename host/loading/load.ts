import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getOrMake, reasonOf } from '../../core/base/index.ts';
import { definePlugin, type PluginDefinition, PluginError } from '../../core/index.ts';
import type { LocatedPlugin } from '../../core/plugin/index.ts';
import { DEFAULT_ISOLATION, type IsolationSettings, isolationIn } from '../isolation/settings.ts';
import { codeRoot, isCompiled } from '../places.ts';
import type { FoundPlugin } from './discover.ts';
import { placeOf } from './place.ts';
import { createSourceLoader, siblingModules } from './source.ts';

type Module = Record<string, unknown>;
type Importing = (entry: string, name: string) => Promise<Module>;

/** A plugin asks for more than was approved, so none of its code is run. */
export class UnapprovedError extends PluginError {}

interface Loaded {
  readonly module: Module;
  readonly located: LocatedPlugin;
}

/** Takes a plugin's definition out of its module; throws a `PluginError` that says what to mend. */
function definitionOf(module: Module, { name, location, installed }: FoundPlugin): PluginDefinition {
  // Without a default export, the loader of sources returns the module itself as `default`, so `in` is checked first.
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
      `${location}: the plugin is named "${definition.name}", its ${installed ? 'package' : 'folder'} "${name}"; give both the same name`,
      { plugin: name },
    );
  }
  const more =
    definition.capabilities?.filter((capability) => installed?.approved.includes(capability) === false) ?? [];
  if (more.length > 0) {
    const what = `declares ${more.join(', ')}, which its package.json does not`;
    throw new PluginError(`${location}: ${what}; its author adds them to tappet.capabilities`, { plugin: name });
  }
  return definition;
}

/** Where the bundle of all compiled plugins is, which exports the module of each under its name. */
const BUNDLE = pathToFileURL(join(codeRoot, 'code', 'plugins.js')).href;

/** The modules of the running code, by entry; a reload need not resolve them again. */
const nativeModules = new Map<string, Promise<Module>>();

/** Imports a plugin of the running code: from the bundle, since a file for each takes longer to load, or its source. */
const importNative: Importing = async (entry, name) => {
  const bundled = isCompiled ? ((await import(BUNDLE)) as Readonly<Record<string, Module | undefined>>) : {};
  return bundled[name] ?? getOrMake(nativeModules, entry, () => import(pathToFileURL(entry).href));
};

async function importOf(plugin: FoundPlugin, importing: Importing): Promise<Module> {
  try {
    return await importing(plugin.entry, plugin.name);
  } catch (error) {
    const message = reasonOf(error).split('\n')[0];
    const place = placeOf(error, plugin.entry);
    const where = place === undefined ? '' : `${place.file}:${place.line}: `;
    throw new PluginError(`${plugin.location}: cannot be loaded: ${where}${message}`, {
      cause: error,
      plugin: plugin.name,
    });
  }
}

/** The definition of a plugin whose source declares it isolated; none of its code runs in this thread. */
async function isolatedOf(plugin: FoundPlugin, isolation: IsolationSettings): Promise<PluginDefinition | undefined> {
  // The compiled plugins of the host are never isolated.
  if (plugin.native && plugin.entry.endsWith('.js')) return undefined;
  const source = readFileSync(plugin.entry, 'utf8');
  const mode = isolationIn(source);
  if (mode === undefined) return undefined;
  const { loadIsolated } = await import('../isolation/index.ts');
  const definition = await loadIsolated({ ...plugin, folder: dirname(plugin.entry) }, mode, source, isolation);
  return definitionOf({ default: definition }, plugin);
}

/** Loads a plugin. One that cannot be loaded gets an empty definition, since it may be inactive or skipped later. */
async function load(plugin: FoundPlugin, importing: Importing, isolation: IsolationSettings): Promise<Loaded> {
  const { name, location, entry } = plugin;
  try {
    if (plugin.refused !== undefined) throw new UnapprovedError(`${location}: ${plugin.refused}`, { plugin: name });
    const isolated = await isolatedOf(plugin, isolation);
    if (isolated !== undefined)
      return { module: {}, located: { definition: isolated, location, entry, limited: true } };
    const module = await importOf(plugin, importing);
    const definition = definitionOf(module, plugin);
    if (definition.isolated) {
      const mend = `write isolated out, as true or 'process', in the file that it starts in, since that is read before it is run`;
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
 * The compiled plugins that need a plugin loaded from source, directly or indirectly. They are loaded from source too,
 * because the compiled ones import the compiled form of the changed plugin.
 */
function dependentsOf(sources: readonly FoundPlugin[], loaded: ReadonlyMap<FoundPlugin, Loaded>): Set<FoundPlugin> {
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

/** Loads plugins: first those of the running code, then sources, which may import them. */
export async function loadPlugins(
  found: readonly FoundPlugin[],
  isolation: IsolationSettings = DEFAULT_ISOLATION,
): Promise<LocatedPlugin[]> {
  const loaded = new Map<FoundPlugin, Loaded>();
  const native = found.filter((plugin) => plugin.native);
  await Promise.all(
    native.map(async (plugin) => {
      loaded.set(plugin, await load(plugin, importNative, isolation));
    }),
  );
  const sources = found.filter((plugin) => !plugin.native);
  if (sources.length > 0) {
    for (const plugin of dependentsOf(sources, loaded)) {
      loaded.delete(plugin);
      sources.push({ ...plugin, entry: plugin.source! });
    }
    const siblings = siblingModules([...loaded].map(([{ name }, { module }]) => [name, module]));
    const importing = await createSourceLoader(siblings);
    for (const plugin of sources) loaded.set(plugin, await load(plugin, importing, isolation));
  }
  return [...loaded.values()].map(({ located }) => located);
}
