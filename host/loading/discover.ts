import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { ConfigError } from '../config/settings.ts';
import { codeRoot, isCompiled, packageRoot } from '../places.ts';

/** A plugin folder that was found, not yet loaded. */
export interface FoundPlugin {
  /** The folder's name, which is the plugin's. */
  readonly name: string;
  /** The folder as errors name it. */
  readonly location: string;
  /** The file to import. */
  readonly entry: string;
  /** Whether the file belongs to the running code, and so is imported as it is. */
  readonly native: boolean;
  /** The source of a plugin of the running code, to be loaded when it changes. */
  readonly source?: string;
  /** Whether it did not come with the host. */
  readonly droppedIn?: boolean;
  /** The folder itself when it was dropped in, and so may be removed. */
  readonly removable?: string;
}

/** Since when modules of the running code are kept; a file that is newer may be another than the one in memory. */
const STARTED = performance.timeOrigin;

/** A folder's path as a user would write it. */
const shown = (folder: string): string => {
  const short = relative(process.cwd(), folder);
  return short.startsWith('..') ? folder : short;
};

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** The file that a folder's plugin starts in: `index.ts`, `index.js`, or what its `package.json` names. */
function entryOf(folder: string): string | undefined {
  for (const name of ['index.ts', 'index.js']) if (isFile(join(folder, name))) return join(folder, name);
  const manifest = join(folder, 'package.json');
  if (!isFile(manifest)) return undefined;
  const { main } = JSON.parse(readFileSync(manifest, 'utf8')) as { main?: unknown };
  return typeof main === 'string' && isFile(join(folder, main)) ? join(folder, main) : undefined;
}

const foldersIn = (parent: string): string[] =>
  readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => entry.name)
    .filter((name) => !name.startsWith('.') && name !== 'node_modules')
    .sort();

function found(folder: string, native: boolean): FoundPlugin | undefined {
  const entry = entryOf(folder);
  return entry === undefined ? undefined : { name: basename(folder), location: shown(folder), entry, native };
}

/**
 * Whether any source of a folder was changed after a time, in milliseconds. Every start looks at all of them, and at no
 * packages that a folder has brought along.
 */
function isNewer(folder: string, since: number): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = folder + sep + entry.name;
    if (entry.name.endsWith('.ts')) return statSync(path).mtimeMs > since;
    return entry.isDirectory() && entry.name !== 'node_modules' && isNewer(path, since);
  });
}

/** Where the plugins of the host are once they are compiled. */
const built = join(packageRoot, 'dist', 'plugins');

/** One folder of `plugins/` when sources run: as it is in memory, or evaluated anew where a file of it is newer. */
function sourcePlugin(name: string): FoundPlugin | undefined {
  const folder = join(packageRoot, 'plugins', name);
  const plugin = found(folder, !isNewer(folder, STARTED));
  // Beside a build, what was never compiled is no part of the host.
  const droppedIn = existsSync(built) && !existsSync(join(built, name));
  return plugin && { ...plugin, source: plugin.entry, droppedIn };
}

/** One folder of `plugins/`: its compiled form, or its source where that is newer or alone. */
function compiledPlugin(name: string): FoundPlugin | undefined {
  const source = join(packageRoot, 'plugins', name);
  const compiled = join(codeRoot, 'plugins', name);
  if (!existsSync(source)) return found(compiled, true);
  const entry = join(compiled, 'index.js');
  const { mtimeMs } = statSync(entry, { throwIfNoEntry: false }) ?? {};
  if (mtimeMs === undefined) return removable(source);
  if (mtimeMs > STARTED || isNewer(source, mtimeMs)) return found(source, false);
  return { name, location: shown(source), entry, native: true, source: entryOf(source) };
}

/** A folder that was dropped in. */
function removable(folder: string): FoundPlugin | undefined {
  const plugin = found(folder, false);
  return plugin && { ...plugin, droppedIn: true, removable: folder };
}

/** The plugins that come with the host, and those dropped in beside them. */
export function discoverOwn(): FoundPlugin[] {
  const plugins = join(packageRoot, 'plugins');
  const names = foldersIn(existsSync(plugins) ? plugins : join(codeRoot, 'plugins'));
  const own = names.map(isCompiled ? compiledPlugin : sourcePlugin);
  return own.filter((plugin) => plugin !== undefined);
}

/** The plugins of a folder that was configured: the folder itself, or each folder in it. */
export function discoverIn(folder: string): FoundPlugin[] {
  if (!(statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false)) {
    throw new ConfigError(`plugins: there is no folder ${shown(folder)}; make it, or take it out of the setting`);
  }
  const single = found(folder, false);
  if (single !== undefined) return [{ ...single, droppedIn: true }];
  return foldersIn(folder).flatMap((name) => removable(join(folder, name)) ?? []);
}
