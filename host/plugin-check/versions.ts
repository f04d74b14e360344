import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';
import { closest } from '../../core/base/index.ts';
import type { PluginDefinition } from '../../core/index.ts';
import type { LocatedPlugin } from '../../core/plugin/index.ts';
import { readManifest } from '../packages/manifest.ts';
import { packageVersion } from '../places.ts';
import { placesOf } from './definition.ts';
import type { PluginSource } from './plugin-source.ts';

/** Reports names in `after` and `replaces` that are likely misspelt, and replacements that do not fit those who need them. */
function checkNames(source: PluginSource, definition: PluginDefinition, plugins: readonly LocatedPlugin[]): void {
  const place = placesOf(source);
  const others = plugins.map((plugin) => plugin.definition).filter(({ name }) => name !== definition.name);
  const names = others.map(({ name }) => name);
  const misspelt = (key: string, name: string) => {
    const nearest = names.includes(name) ? undefined : closest(name, names);
    if (nearest === undefined) return;
    const message = `there is no plugin "${name}"; did you mean "${nearest}"?`;
    source.report(place(key, name), 'warning', 'missing-requirement', message);
  };
  for (const name of definition.after ?? []) misspelt('after', name);
  for (const [name, version] of Object.entries(definition.replaces ?? {})) {
    misspelt('replaces', name);
    for (const other of others) {
      const range = other.requires?.[name];
      if (range === undefined || satisfies(version, range, { includePrerelease: true })) continue;
      const message = `plugin "${other.name}" requires "${name}" ${range}, and this one stands for ${version} of it; write the version that it is like`;
      source.report(place('replaces', name), 'error', 'requirement-range', message);
    }
  }
}

/** Reports versions in `package.json` that are none, or that are not those of the definition and of this package. */
function checkManifest(source: PluginSource, folder: string, definition: PluginDefinition): void {
  const report = (key: string, message: string) => {
    const lines = readFileSync(join(folder, 'package.json'), 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes(`"${key}":`));
    const place = { line: Math.max(at, 0) + 1, column: Math.max(lines[at]?.indexOf('"') ?? 0, 0) + 1 };
    source.findings.push({ file: 'package.json', ...place, level: 'error', code: 'version', message });
  };
  const manifest = readManifest(folder);
  if (manifest === undefined) return;
  const { version, peerDependencies = {}, engines = {} } = manifest;
  if (version !== undefined && version !== definition.version) {
    report('version', `version is ${version}, and the definition says ${definition.version}; write the same`);
  }
  const own = packageVersion();
  for (const [name, range] of Object.entries({ ...engines, ...peerDependencies })) {
    // A package manager puts a range in place of `workspace:*` and the like.
    if (range.includes(':')) continue;
    if (validRange(range) === null) {
      const like = name === 'tappet' ? `write "^${own}"` : 'write one like "^1.0.0"';
      report(name, `${JSON.stringify(range)} is no range of versions; ${like}`);
    } else if (name === 'tappet' && !satisfies(own, range, { includePrerelease: true })) {
      report(name, `this is tappet ${own}, which is not in ${range}; write "^${own}"`);
    }
  }
}

/** Checks the versions of a plugin, beside those that it requires: of what it replaces, and in its `package.json`. */
export function checkVersions(
  source: PluginSource,
  folder: string,
  definition: PluginDefinition,
  plugins: readonly LocatedPlugin[],
): void {
  checkNames(source, definition, plugins);
  checkManifest(source, folder, definition);
}
