/**
 * Packs plugins as npm packages: `packPlugin` checks all that would go out, and has npm write the package or publish it.
 */
import { resolve } from 'node:path';
import { CommandError } from '../../core/index.ts';
import { PluginChangeError } from '../../core/plugin/index.ts';
import { readManifest } from '../packages/manifest.ts';
import { run } from '../packages/package-manager.ts';
import { checkPlugins } from '../plugin-check/index.ts';
import { fileFaults, type PackedFile } from './files.ts';
import { manifestFaults } from './manifest-faults.ts';

/** What npm says of a package that it packs. */
export interface PackedPlugin {
  /** The name of the file, which is in the current folder. */
  readonly filename: string;
  readonly name: string;
  readonly version: string;
  /** The bytes of the file. */
  readonly size: number;
  readonly files: readonly PackedFile[];
}

/** Everything that is to be mended before the plugin of a folder is published; a line each. */
export async function faultsOf(folder: string): Promise<string[]> {
  const manifest = readManifest(folder);
  if (manifest === undefined) {
    return [`${folder}/package.json: is missing; tappet plugin new writes one for a new plugin`];
  }
  const [checked] = await checkPlugins([folder]);
  const { definition, findings } = checked!;
  const found = findings.filter(({ level }) => level === 'error');
  const faults = found.map(({ file, line, code, message }) => `${folder}/${file}:${line}: ${code}: ${message}`);
  // The definition of a plugin that cannot be loaded says nothing of its package.
  if (found.some(({ code }) => code === 'load')) return faults;
  return [...faults, ...manifestFaults(folder, manifest, definition), ...fileFaults(folder, await packedFiles(folder))];
}

/** The files that npm would put into the package of a folder. */
const packedFiles = async (folder: string): Promise<readonly PackedFile[]> =>
  (await npm(['pack', '--dry-run', '--json'], folder)).files;

/** Writes the package of a folder into the current folder. */
export const packPlugin = (folder: string): Promise<PackedPlugin> =>
  npm(['pack', '--json', '--pack-destination', process.cwd()], folder);

/** Publishes the package of a folder, or only lets npm tell what would be published. */
export const publishPlugin = (folder: string, isDryRun: boolean): Promise<PackedPlugin> =>
  npm(['publish', '--json', ...(isDryRun ? ['--dry-run'] : [])], folder);

/** Runs a command of npm that tells of a package. Throws a `CommandError` with what went wrong. */
async function npm(args: readonly string[], folder: string): Promise<PackedPlugin> {
  try {
    const told = JSON.parse(await run('npm', [...args, '--ignore-scripts', '--loglevel=error'], resolve(folder)));
    return Array.isArray(told) ? told[0] : told;
  } catch (error) {
    throw error instanceof PluginChangeError ? new CommandError(error.message) : error;
  }
}
