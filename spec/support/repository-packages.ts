import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PackageRegistry, PublishedManifest } from './package-registry.ts';
import { tarballOf } from './tarball.ts';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

/** What programs do not run, and folders that no package manager installs. */
const LEFT_OUT = /^(?:node_modules|obj|obj\.target)$|\.(?:map|md|[cm]?ts)$/;

type Locked = Omit<PublishedManifest, 'name'> & { readonly name?: string };

/**
 * Publishes to a registry what the lock file of this repository names. The packages that are to be loaded, and what they
 * depend on, are published as they are installed here, which is after they were compiled; all others as a `package.json`
 * alone that depends on nothing, since they only have to be found.
 */
export function publishRepository(registry: PackageRegistry, toLoad: readonly string[]): void {
  const { packages } = JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const versions = new Map<string, readonly [manifest: PublishedManifest, folder: string]>();
  for (const [path, locked] of Object.entries(packages)) {
    if (path === '') continue;
    const folder = join(REPOSITORY, path);
    const file = join(folder, 'package.json');
    const name = locked.name ?? path.split('node_modules/').at(-1)!;
    const manifest = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { ...locked, name };
    versions.set(`${name}@${manifest.version}`, [manifest, folder]);
  }
  const loaded = withDependencies(
    toLoad,
    [...versions.values()].map(([manifest]) => manifest),
  );
  for (const [manifest, folder] of versions.values()) {
    if (loaded.has(manifest.name) && existsSync(folder)) {
      let tarball: Buffer | undefined;
      registry.offer(manifest, () => {
        tarball ??= tarballOf(filesOf(folder));
        return tarball;
      });
    } else registry.publish({ ...manifest, dependencies: {}, optionalDependencies: {}, peerDependencies: {}, bin: {} });
  }
}

/** The names of packages, and of all that these depend on. */
function withDependencies(names: readonly string[], manifests: readonly PublishedManifest[]): ReadonlySet<string> {
  const all = new Set(names);
  for (let size = -1; size !== all.size; ) {
    size = all.size;
    for (const { name, dependencies = {} } of manifests) {
      if (all.has(name)) for (const dependency of Object.keys(dependencies as object)) all.add(dependency);
    }
  }
  return all;
}

/** The files of an installed package by their paths. */
const filesOf = (folder: string): ReadonlyMap<string, Buffer> =>
  new Map(pathsIn(folder).map((path) => [relative(folder, path), readFileSync(path)]));

const pathsIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.test(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pathsIn(path);
    return entry.isFile() ? [path] : [];
  });
