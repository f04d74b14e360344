import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeRoot } from '../places.ts';

type Module = Record<string, unknown>;

/** The file of a build that holds all its plugins, by name: one file is read sooner than fifty. */
const bundle = join(codeRoot, 'plugins', 'index.js');

const importFile = (path: string): Promise<Module> => import(pathToFileURL(path).href);

/** Imports a plugin of the running code. */
export async function importNative(name: string, entry: string): Promise<Module> {
  const plugins = existsSync(bundle) ? await importFile(bundle) : {};
  return Object.hasOwn(plugins, name) ? (plugins[name] as Module) : importFile(entry);
}
