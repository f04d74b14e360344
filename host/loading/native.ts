import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeRoot } from '../places.ts';

type Module = Record<string, unknown>;

/** What loads the one script of a build, which holds all its plugins: it is read sooner than a hundred files. */
const script = join(codeRoot, 'code', 'load.js');

const importFile = (path: string): Promise<Module> => import(pathToFileURL(path).href);

let plugins: Promise<Module> | undefined;

/** The plugins that are compiled, by name; none when sources run. */
async function compiled(): Promise<Module> {
  if (!existsSync(script)) return {};
  const { entries } = (await importFile(script)) as { entries: { plugins(): Module } };
  return entries.plugins();
}

/** Imports a plugin of the running code. */
export async function importNative(name: string, entry: string): Promise<Module> {
  // Asked for once: each time the script puts a list of all of them together.
  plugins ??= compiled();
  const known = await plugins;
  return Object.hasOwn(known, name) ? (known[name] as Module) : importFile(entry);
}
