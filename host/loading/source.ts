import { join } from 'node:path';
import { PACKAGE_PARTS } from '../package-parts.ts';
import { packageRoot, publicModule } from '../places.ts';

/** Modules by the specifiers with which sources import them. */
export type SharedModules = Readonly<Record<string, unknown>>;

/** How many folders deep the files of a plugin may be. */
const DEPTH = 4;

/** A module of this repository by each relative path with which the files of a plugin may import it. */
const atEveryDepth = (path: string, module: unknown, nearest: number): [string, unknown][] =>
  Array.from({ length: DEPTH }, (_, more) => [`${'../'.repeat(nearest + more)}${path}`, module]);

/**
 * The modules that sources share with the running host: `tappet`, also by the paths with which plugins of this
 * repository import core, and superstruct. Without them, a source would load a second copy of core.
 */
async function sharedModules(): Promise<SharedModules> {
  const [tappet, superstruct, ...parts] = await Promise.all([
    import(publicModule),
    import('superstruct'),
    import('../../core/base/index.ts'),
    import('../../core/cache/index.ts'),
    import('../../core/hooks/index.ts'),
    import('../../core/plugin/index.ts'),
    import('../../core/rest/index.ts'),
    import('../../core/schema/index.ts'),
    import('../../core/site/index.ts'),
    import('../../core/text/index.ts'),
    import('../../core/trace/index.ts'),
  ]);
  const shared: [string, unknown][] = [
    ['tappet', tappet],
    ['superstruct', superstruct],
    ['tappet/superstruct', superstruct],
    ...atEveryDepth('core/index.ts', tappet, 2),
    ...PACKAGE_PARTS.flatMap(([folder, name], at): [string, unknown][] => [
      [`tappet/${name}`, parts[at]],
      ...atEveryDepth(`core/${folder}/index.ts`, parts[at], 2),
    ]),
  ];
  return Object.fromEntries(shared);
}

/** The modules of loaded plugins by the specifiers with which sources import them: a path, or `tappet/plugins/NAME`. */
export const siblingModules = (plugins: readonly (readonly [name: string, module: unknown])[]): SharedModules =>
  Object.fromEntries(
    plugins.flatMap(([name, module]) => [
      ...atEveryDepth(`${name}/index.ts`, module, 1),
      [`tappet/plugins/${name}`, module],
    ]),
  );

/** Imports a source by its path; each loader evaluates a file once. */
export type SourceLoader = (path: string) => Promise<Record<string, unknown>>;

/**
 * Creates a loader of sources that need no build step: TypeScript, and JavaScript that imports `tappet`. Each loader has
 * its own module cache, which is freed with the loader.
 *
 * @param more - Modules that the sources can import, beside those of the host.
 */
export async function createSourceLoader(more: SharedModules = {}): Promise<SourceLoader> {
  const { createJiti } = await import('jiti');
  // jiti stores transformed sources in the `node_modules` beside the given file.
  const jiti = createJiti(join(packageRoot, 'package.json'), {
    moduleCache: false,
    virtualModules: { ...more, ...(await sharedModules()) },
  });
  // Modules share a cache if they are imported from the same module, so one module imports all of them.
  const root = { filename: join(packageRoot, 'sources.js'), ext: '.js', async: true };
  const { load } = (await jiti.evalModule('export const load = (path) => import(path);', root)) as {
    load: SourceLoader;
  };
  return load;
}

/** Imports a source file with a loader of its own, so that it is evaluated again. */
export async function importSource(path: string): Promise<Record<string, unknown>> {
  const load = await createSourceLoader();
  return load(path);
}
