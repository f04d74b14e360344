import { join } from 'node:path';
import type { Jiti } from 'jiti';
import { packageRoot } from '../places.ts';

/** Modules by the specifiers under which a source finds them. */
export type SharedModules = Readonly<Record<string, unknown>>;

/**
 * What every loaded source shares with the running host, so that there is one core: `tappet`, under the
 * path too by which plugins of this repository import it, and the library that describes options.
 */
async function sharedModules(): Promise<SharedModules> {
  const [tappet, superstruct] = await Promise.all([import('../index.ts'), import('superstruct')]);
  return { tappet, superstruct, '../../core/index.ts': tappet };
}

/** A loader of sources that need no build step: TypeScript, and JavaScript that imports `tappet` from anywhere. */
export async function createSourceLoader(more: SharedModules = {}): Promise<Jiti> {
  const { createJiti } = await import('jiti');
  // The given file decides where transformed sources are cached: beside the modules of this package.
  return createJiti(join(packageRoot, 'package.json'), {
    virtualModules: { ...more, ...(await sharedModules()) },
    interopDefault: false,
  });
}

/** Imports one source file. */
export async function importSource(path: string): Promise<Record<string, unknown>> {
  const loader = await createSourceLoader();
  return loader.import<Record<string, unknown>>(path);
}
