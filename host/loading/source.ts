import { join } from 'node:path';
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

/** Loaded plugins, by name, as sources import them: those beside them by path, all others as `tappet/plugins/NAME`. */
export const siblingModules = (plugins: readonly (readonly [name: string, module: unknown])[]): SharedModules =>
  Object.fromEntries(
    plugins.flatMap(([name, module]) => [
      ...atEveryDepth(`${name}/index.ts`, module, 1),
      [`tappet/plugins/${name}`, module],
    ]),
  );

/** Imports a source by its path; within one loader a file is evaluated once. */
export type SourceLoader = (path: string) => Promise<Record<string, unknown>>;

/**
 * A loader of sources that need no build step: TypeScript, and JavaScript that imports `tappet` from anywhere. Each
 * loader evaluates files anew and keeps them to itself, so that they go when it goes.
 */
export async function createSourceLoader(more: SharedModules = {}): Promise<SourceLoader> {
  const { createJiti } = await import('jiti');
  // The given file decides where transformed sources are cached: beside the modules of this package.
  const jiti = createJiti(join(packageRoot, 'package.json'), {
    moduleCache: false,
    virtualModules: { ...more, ...(await sharedModules()) },
  });
  // What one module imports shares a cache, so one module imports everything.
  const root = { filename: join(packageRoot, 'sources.js'), ext: '.js', async: true };
  const { load } = (await jiti.evalModule('export const load = (path) => import(path);', root)) as {
    load: SourceLoader;
  };
  return load;
}

/** Imports one source file, evaluated anew. */
export async function importSource(path: string): Promise<Record<string, unknown>> {
  const load = await createSourceLoader();
  return load(path);
}
