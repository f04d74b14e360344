import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

/** Links a package of the repository into the packages of another folder. */
export function linkPackage(folder: string, name: string): void {
  const link = join(folder, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(REPOSITORY, 'node_modules', name), link);
}

/** Puts the built package into a folder, with the packages that `npm ci --omit=dev` installs, and no others. */
export function installPackage(folder: string): void {
  const isNeeded = (path: string) => !/\.d\.ts$|\.map$|node_modules$|editor\/app\//.test(path);
  for (const part of ['package.json', 'LICENSE', 'dist', 'plugins'])
    cpSync(join(REPOSITORY, part), join(folder, part), { recursive: true, preserveTimestamps: true, filter: isNeeded });
  const { packages } = JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8'));
  for (const [path, { dev }] of Object.entries<{ dev?: boolean }>(packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    // Those of other systems are not there.
    if (name !== undefined && !dev && existsSync(join(REPOSITORY, path))) linkPackage(folder, name);
  }
}
