/**
 * Checks plugins before they run: `checkPlugins` loads their definitions and compiles their sources (`compiler.ts`),
 * `plugin-source.ts` gives the rules access to them, and each other file holds the rules of one subject. `setup` is not run.
 */
import { realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { CommandError, type PluginDefinition, type PluginError } from '../../core/index.ts';
import type { LocatedPlugin } from '../../core/plugin/index.ts';
import { discoverIn, discoverOwn, type FoundPlugin } from '../loading/discover.ts';
import { loadPlugins } from '../loading/load.ts';
import { placeOf } from '../loading/place.ts';
import { checkBlocking } from './blocking.ts';
import { checkCan } from './can.ts';
import { checkCapabilities } from './capabilities.ts';
import { type Compiler, startCompiler } from './compiler.ts';
import { checkDefinition } from './definition.ts';
import { type Finding, sortFindings } from './finding.ts';
import { checkHooks, declaredHooks } from './hooks.ts';
import { checkImports } from './imports.ts';
import { checkNPlusOne } from './n-plus-one.ts';
import { PluginSource } from './plugin-source.ts';
import { checkRoutes } from './routes.ts';
import { checkTypes } from './types.ts';
import { checkUnawaited } from './unawaited.ts';
import { checkVersions } from './versions.ts';

export type { Finding, Level } from './finding.ts';

/** A plugin and its findings. */
export interface CheckedPlugin {
  readonly name: string;
  /** The path of the folder, as it is shown to users. */
  readonly folder: string;
  /** That of a plugin that cannot be loaded says nothing but its name. */
  readonly definition: PluginDefinition;
  readonly findings: readonly Finding[];
}

/** The finding of a plugin that cannot be loaded, at the place of the error. */
function brokenFinding({ entry, location }: FoundPlugin, folder: string, error: PluginError): Finding {
  const place = placeOf(error.cause, entry);
  const words = error.message.startsWith(`${location}: `) ? error.message.slice(location.length + 2) : error.message;
  const message = place === undefined ? words : words.replace(`${place.file}:${place.line}: `, '');
  const file = place === undefined ? entry : join(dirname(entry), place.file);
  const line = place?.line ?? 1;
  return { file: relative(folder, file).split(sep).join('/'), line, column: 1, level: 'error', code: 'load', message };
}

function check(found: FoundPlugin, plugins: readonly LocatedPlugin[], compiler: Compiler): CheckedPlugin {
  const { name, location } = found;
  const folder = realpathSync(resolve(location));
  const { definition, broken } = plugins.find((plugin) => plugin.location === location)!;
  const source = new PluginSource(compiler.compile(sourceOf(found), folder), folder);
  const { registry, faults } = declaredHooks(plugins);
  if (broken !== undefined) source.findings.push(brokenFinding(found, folder, broken));
  else {
    checkDefinition(source, folder, definition, plugins, faults.get(name));
    checkVersions(source, folder, definition, plugins);
  }
  checkHooks(source, definition, plugins, registry);
  checkImports(source, definition, plugins);
  checkCapabilities(source, definition, registry);
  checkRoutes(source);
  checkBlocking(source);
  checkNPlusOne(source);
  checkUnawaited(source);
  checkCan(source);
  checkTypes(source, registry);
  return { name, folder: location, definition, findings: sortFindings(source.findings) };
}

/** The source file of a plugin's entry. */
const sourceOf = ({ entry, source = entry }: FoundPlugin): string => source;

/** The plugins in a folder; throws a `CommandError` if there are none. */
function pluginsIn(folder: string): FoundPlugin[] {
  const found = discoverIn(resolve(folder));
  if (found.length === 0) throw new CommandError(`${folder} holds no plugin; a plugin is a folder with an index.ts`);
  return found;
}

/**
 * Checks the plugins of folders together with those of the host; each folder is a plugin or holds plugins.
 *
 * @param running a compiler to check with, which goes on running; one is started for the check when this is left out
 * @throws CommandError if there is no plugin or no compiler.
 */
export async function checkPlugins(folders: readonly string[], running?: Compiler): Promise<CheckedPlugin[]> {
  const own = discoverOwn();
  // A plugin of the host is not loaded a second time from its source.
  const found = folders
    .flatMap(pluginsIn)
    .map((plugin) => own.find((known) => sourceOf(known) === plugin.entry) ?? plugin);
  const names = new Set(found.map(({ name }) => name));
  const plugins = await loadPlugins([...own.filter(({ name }) => !names.has(name)), ...found]);
  const compiler = running ?? (await startCompiler(dirname(sourceOf(found[0]!))));
  try {
    return found.map((plugin) => check(plugin, plugins, compiler));
  } finally {
    if (running === undefined) compiler.close();
  }
}
