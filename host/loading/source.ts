import { join } from 'node:path';
import type { Jiti } from 'jiti';
import { packageRoot } from '../places.ts';

/** Modules by the specifiers under which a source finds them. */
export type SharedModules = Readonly<Record<string, unknown>>;

/** How many folders deep a plugin's files may import from. */
const DEPTH = 4;

/** A module of this repository under every path by which a plugin's files import it, from whatever depth. */
const atEveryDepth = (path: string, module: unknown, nearest: number): [string, unknown][] =>
  Array.from({ length: DEPTH }, (_, more) => [`${'../'.repeat(nearest + more)}${path}`, module]);

/**
 * What every loaded source shares with the running host, so that there is one core: `tappet`, under the
 * paths too by which plugins of this repository import it, and the library that describes options.
 */
async function sharedModules(): Promise<SharedModules> {
  const [tappet, superstruct] = await Promise.all([import('../index.ts'), import('superstruct')]);
  return { tappet, superstruct, ...Object.fromEntries(atEveryDepth('core/index.ts', tappet, 2)) };
}

/** Loaded plugins, by name, as sources beside them import them. */
export const siblingModules = (plugins: readonly (readonly [name: string, module: unknown])[]): SharedModules =>
  Object.fromEntries(plugins.flatMap(([name, module]) => atEveryDepth(`${name}/index.ts`, module, 1)));

/** A loader of sources that need no build step: TypeScript, and JavaScript that imports `tappet` from anywhere. */
export async function createSourceLoader(more: SharedModules = {}): Promise<Jiti> {
  const { createJiti } = await import('jiti');
  // The given file decides where transformed sources are cached: beside the modules of this package.
  return createJiti(join(packageRoot, 'package.json'), {
    virtualModules: { ...more, ...(await sharedModules()) },
  });
}

/** Imports one source file. */
export async function importSource(path: string): Promise<Record<string, unknown>> {
  const loader = await createSourceLoader();
  return loader.import<Record<string, unknown>>(path);
}
