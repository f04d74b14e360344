import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import satisfies from 'semver/functions/satisfies.js';
import { capabilityFault } from '../../core/base/capabilities.ts';
import { PLUGIN_NAME, PluginChangeError } from '../../core/plugin/index.ts';
import { packageVersion } from '../places.ts';
import { capabilitiesOf, type PluginManifest, readManifest } from './manifest.ts';
import type { InstalledPackage, SitePackage } from './site-package.ts';

/** The scripts that a package manager runs as it installs a package. */
export const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];

/** Throws a `PluginChangeError` for a package that does not fit this host, or that would run code as it is installed. */
export function checkPackage(site: SitePackage, { plugin, name, version, folder, manifest }: InstalledPackage): void {
  const refuse = (message: string): never => {
    throw new PluginChangeError('package', `${name} ${version} ${message}`);
  };
  if (!PLUGIN_NAME.test(plugin))
    refuse('names its plugin otherwise than in kebab-case; its author changes tappet.plugin');
  const fault = capabilityFault(capabilitiesOf(manifest));
  if (fault !== undefined) refuse(`is wrong in tappet.capabilities: ${fault}`);
  const { peerDependencies = {}, peerDependenciesMeta = {}, engines = {} } = manifest;
  const range = peerDependencies.tappet ?? engines.tappet;
  const own = packageVersion();
  if (range === undefined) {
    refuse('does not say which versions of tappet it fits; its author adds tappet to peerDependencies');
  } else if (!satisfies(own, range, { includePrerelease: true })) {
    refuse(`needs tappet ${range}, and this is ${own}; choose another version of it`);
  }
  if (engines.node !== undefined && !satisfies(process.version, engines.node)) {
    refuse(`needs Node.js ${engines.node}, and this is ${process.version}`);
  }
  const { dependencies } = site;
  for (const [peer, wanted] of Object.entries(peerDependencies)) {
    if (peer === 'tappet' || peerDependenciesMeta[peer]?.optional === true) continue;
    const there = dependencies.has(peer) ? readManifest(join(site.folder, 'node_modules', peer)) : undefined;
    if (there === undefined) refuse(`needs ${peer} ${wanted} beside it; install that first`);
    else if (!satisfies(there.version, wanted, { includePrerelease: true })) {
      refuse(`needs ${peer} ${wanted}, and ${there.version} is installed; update that first`);
    }
  }
  const script = scriptIn(dependencies, folder, manifest, new Set());
  if (script !== undefined) {
    const mend = script === name ? 'its author takes it out' : `install ${script} yourself first if you trust it`;
    refuse(`runs a script of ${script} as it is installed, which is not allowed; ${mend}`);
  }
}

/** The name of a package with an install script: the package itself, or one that it depends on and the site does not. */
function scriptIn(
  ofSite: ReadonlySet<string>,
  folder: string,
  manifest: PluginManifest,
  seen: Set<string>,
): string | undefined {
  if (seen.has(folder)) return undefined;
  seen.add(folder);
  const hasScript = INSTALL_SCRIPTS.some((script) => manifest.scripts?.[script] !== undefined);
  if (hasScript || existsSync(join(folder, 'binding.gyp'))) return manifest.name;
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    if (ofSite.has(name)) continue;
    const found = packageFolder(name, folder);
    const inner = found === undefined ? undefined : readManifest(found);
    const script = inner && scriptIn(ofSite, found!, inner, seen);
    if (script !== undefined) return script;
  }
  return undefined;
}

/** The folder of a package that is installed for the package of a folder; undefined if there is none. */
function packageFolder(name: string, from: string): string | undefined {
  for (let at = realpathSync(from); ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (dirname(at) === at) return undefined;
  }
}
