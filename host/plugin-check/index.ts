/**
 * Checks plugins before they run: `checkPlugins` loads their definitions and compiles their sources (`compiler.ts`),
 * `reading.ts` is how the rules see these, and each of the other files holds the rules of one subject. No `setup` is run.
 */
import { realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { CommandError, type LocatedPlugin, type PluginError } from '../../core/index.ts';
import { discoverIn, discoverOwn, type FoundPlugin } from '../loading/discover.ts';
import { loadPlugins } from '../loading/load.ts';
import { placeOf } from '../loading/place.ts';
import { checkBlocking } from './blocking.ts';
import { checkCapabilities } from './capabilities.ts';
import { type Compiler, startCompiler } from './compiler.ts';
import { checkDefinition } from './definition.ts';
import { type Finding, sortFindings } from './finding.ts';
import { checkHooks, declaredHooks, requirementsOf } from './hooks.ts';
import { checkImports } from './imports.ts';
import { Reading } from './reading.ts';
import { checkRoutes } from './routes.ts';
import { checkTypes } from './types.ts';

export type { Finding, Level } from './finding.ts';

/** A plugin, and what is to be mended of it. */
export interface CheckedPlugin {
  readonly name: string;
  /** The folder as a user would write it. */
  readonly folder: string;
  readonly findings: readonly Finding[];
}

/** What a plugin that cannot be loaded says, at the place that says it. */
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
  const reading = new Reading(compiler.compile(sourceOf(found), folder), folder);
  const { registry, faults } = declaredHooks(plugins);
  if (broken !== undefined) reading.findings.push(brokenFinding(found, folder, broken));
  else checkDefinition(reading, folder, definition, plugins, faults.get(name));
  checkHooks(reading, definition, plugins, registry);
  checkImports(reading, definition, requirementsOf(definition, plugins));
  checkCapabilities(reading, definition, registry);
  checkRoutes(reading);
  checkBlocking(reading);
  checkTypes(reading, registry);
  return { name, folder: location, findings: sortFindings(reading.findings) };
}

/** The file that a plugin starts in as its author wrote it. */
const sourceOf = ({ entry, source = entry }: FoundPlugin): string => source;

/** The plugins in a folder; throws a `CommandError` when there is none. */
function pluginsIn(folder: string): FoundPlugin[] {
  const found = discoverIn(resolve(folder));
  if (found.length === 0) throw new CommandError(`${folder} holds no plugin; a plugin is a folder with an index.ts`);
  return found;
}

/**
 * Checks plugins, each beside the others and those that come with the host; a folder is a plugin's, or holds some.
 * Throws a `CommandError` where there is no plugin, or no compiler.
 */
export async function checkPlugins(folders: readonly string[]): Promise<CheckedPlugin[]> {
  const own = discoverOwn();
  const asked = folders.flatMap(pluginsIn);
  // One that comes with the host is loaded with the others, not once more from its source.
  const found = asked.map((plugin) => own.find((known) => sourceOf(known) === plugin.entry) ?? plugin);
  const names = new Set(found.map(({ name }) => name));
  const plugins = await loadPlugins([...own.filter(({ name }) => !names.has(name)), ...found]);
  const compiler = await startCompiler(dirname(sourceOf(found[0]!)));
  try {
    return found.map((plugin) => check(plugin, plugins, compiler));
  } finally {
    compiler.close();
  }
}
