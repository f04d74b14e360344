import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_PARTS } from '../../host/package-parts.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a file of a plugin that comes with the host imports of it, as a plugin of others imports it. */
function publicName(path: string): string {
  if (
    path === '../../core/index.ts' ||
    path.startsWith('../../core/hooks/cat') ||
    path.startsWith('../../core/services/cat')
  )
    return 'tappet';
  const part = PACKAGE_PARTS.find(([folder]) => path === `../../core/${folder}/index.ts`)?.[1];
  if (part !== undefined) return `tappet/${part}`;
  return path
    .replace(/^\.\.\/([a-z0-9-]+)\/index\.ts$/, 'tappet/plugins/$1')
    .replace(/^superstruct$/, 'tappet/superstruct');
}

/** Copies a plugin that comes with the host as somebody outside of this repository would write it, on what the package exports alone. */
export function copyOutside(plugin: string, place: string): void {
  cpSync(join(ROOT, 'plugins', plugin), place, { recursive: true });
  for (const name of readdirSync(place).filter((file) => file.endsWith('.ts'))) {
    const file = join(place, name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace(/((?:from|import|module) |import\()'([^']+)'/g, (_, how, path) => `${how}'${publicName(path)}'`),
    );
  }
}

/** Puts this package, as it is built, and some of its dependencies where a folder finds them. */
export function linkPackages(folder: string, names: readonly string[]): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  symlinkSync(ROOT, join(modules, 'tappet'));
  for (const name of names) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
}
