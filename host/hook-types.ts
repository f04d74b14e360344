import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceCatalogue } from '../core/index.ts';
import { packageRoot } from './places.ts';

type Types = Readonly<Record<string, readonly string[]>>;

/** Reads the types that the build has written; none before the first build. */
function read(): Types {
  try {
    return JSON.parse(readFileSync(join(packageRoot, 'dist/hook-types.json'), 'utf8')) as Types;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

let types: Types | undefined;

/** The types of the hooks that come with the host; read at the first call. */
export const hookTypes: ServiceCatalogue['hook-types'] = {
  of(name) {
    types ??= read();
    return Object.hasOwn(types, name) ? types[name] : undefined;
  },
};
