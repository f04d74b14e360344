import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { ConfigError } from '../config/settings.ts';
import { isPlugin, pluginNameOf, readManifest } from '../packages/manifest.ts';
import { codeRoot, isCompiled, packageRoot } from '../places.ts';

/** A plugin folder whose code has not been loaded yet. */
export interface FoundPlugin {
  /** The name of the folder and of the plugin. */
  readonly name: string;
  /** The folder as it is shown in errors. */
  readonly location: string;
  /** The file to import. */
  readonly entry: string;
  /** Whether the file belongs to the running code, and so is imported by Node.js itself. */
  readonly native: boolean;
  /** The source of a plugin of the running code, which is loaded when a plugin that it needs has changed. */
  readonly source?: string;
  /** Whether it did not come with the host. */
  readonly droppedIn?: boolean;
  /** The folder, if it was dropped in and so may be deleted. */
  readonly removable?: string;
  /** The version of a plugin that is installed as a package, and the capabilities that were approved for it. */
  readonly installed?: { readonly version: string; readonly approved: readonly string[] };
  /** Why the code of the plugin is not run. */
  readonly refused?: string;
}

/** When this process started; a newer file may differ from the module in memory. */
const STARTED = performance.timeOrigin;

/** The path of a folder as it is shown, relative to the current folder if it is below it. */
export const displayPath = (folder: string): string => {
  const short = relative(process.cwd(), folder);
  return short.startsWith('..') ? folder : short;
};

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** The file that a folder's plugin starts in: `index.ts`, `index.js`, or what its `package.json` names. */
export function entryOf(folder: string): string | undefined {
  for (const name of ['index.ts', 'index.js']) if (isFile(join(folder, name))) return join(folder, name);
  const main = readManifest(folder)?.main;
  return typeof main === 'string' && isFile(join(folder, main)) ? join(folder, main) : undefined;
}

const foldersIn = (parent: string): string[] =>
  readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => entry.name)
    .filter((name) => !name.startsWith('.') && name !== 'node_modules')
    .sort();

function found(folder: string, native: boolean, name = basename(folder)): FoundPlugin | undefined {
  const entry = entryOf(folder);
  return entry === undefined ? undefined : { name, location: displayPath(folder), entry, native };
}

/** The name of a plugin that is not one of the host: that in its `package.json`, if that is one of a plugin, or its folder's. */
function nameIn(folder: string): string {
  const manifest = readManifest(folder);
  return manifest !== undefined && isPlugin(manifest) ? pluginNameOf(manifest) : basename(folder);
}

/**
 * Whether any source of a folder was changed after a time, in milliseconds. `node_modules` is not searched, because
 * every start checks all plugins.
 */
function isNewer(folder: string, since: number): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = folder + sep + entry.name;
    if (entry.name.endsWith('.ts')) return statSync(path).mtimeMs > since;
    return entry.isDirectory() && entry.name !== 'node_modules' && isNewer(path, since);
  });
}

/** The folder of the compiled plugins of the host. */
const compiledFolder = join(packageRoot, 'dist', 'plugins');

/** A folder of `plugins/` when sources run; it is loaded again when one of its files is newer than the process. */
function sourcePlugin(name: string): FoundPlugin | undefined {
  const folder = join(packageRoot, 'plugins', name);
  const plugin = found(folder, !isNewer(folder, STARTED));
  // When a build exists, a plugin that is not part of it was dropped in.
  const droppedIn = existsSync(compiledFolder) && !existsSync(join(compiledFolder, name));
  return plugin && { ...plugin, source: plugin.entry, droppedIn };
}

/** Whether this is a repository, in which sources are changed: times of files in a copy of the package alone mean nothing. */
const runsSources = existsSync(join(packageRoot, 'host'));

/** A plugin of the host whose source is newer than its compiled form. */
function newer(source: string): FoundPlugin | undefined {
  // Threads that a source starts need it.
  if (!existsSync(join(packageRoot, 'node_modules', 'tsx')))
    throw new ConfigError(
      `plugins: ${displayPath(source)} is newer than the build, and tsx, which runs sources, is not installed; run npm ci, which builds anew`,
    );
  return found(source, false);
}

/** A folder of `plugins/` when compiled code runs: its compiled form, or its source if that is newer or not compiled. */
function compiledPlugin(name: string): FoundPlugin | undefined {
  const source = join(packageRoot, 'plugins', name);
  const compiled = join(codeRoot, 'plugins', name);
  if (!existsSync(source)) return found(compiled, true);
  const entry = join(compiled, 'index.js');
  const { mtimeMs } = statSync(entry, { throwIfNoEntry: false }) ?? {};
  if (mtimeMs === undefined) return removable(source);
  if (runsSources && (mtimeMs > STARTED || isNewer(source, mtimeMs))) return newer(source);
  return { name, location: displayPath(source), entry, native: true, source: entryOf(source) };
}

/** A plugin that was dropped in, and whose folder may be deleted. */
function removable(folder: string): FoundPlugin | undefined {
  const plugin = found(folder, false, nameIn(folder));
  return plugin && { ...plugin, droppedIn: true, removable: folder };
}

/** The plugins that come with the host, and those dropped in beside them. */
export function discoverOwn(): FoundPlugin[] {
  const plugins = join(packageRoot, 'plugins');
  const names = foldersIn(existsSync(plugins) ? plugins : join(codeRoot, 'plugins'));
  const own = names.map(isCompiled ? compiledPlugin : sourcePlugin);
  return own.filter((plugin) => plugin !== undefined);
}

/** The plugins of a configured folder, which is a plugin itself or holds plugins. */
export function discoverIn(folder: string): FoundPlugin[] {
  if (!(statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false)) {
    throw new ConfigError(`plugins: there is no folder ${displayPath(folder)}; make it, or take it out of the setting`);
  }
  const single = found(folder, false, nameIn(folder));
  if (single !== undefined) return [{ ...single, droppedIn: true }];
  return foldersIn(folder).flatMap((name) => removable(join(folder, name)) ?? []);
}
