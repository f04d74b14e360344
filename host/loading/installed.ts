import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { capabilitiesOf } from '../packages/manifest.ts';
import { type InstalledPackage, SitePackage } from '../packages/site-package.ts';
import { displayPath, entryOf, type FoundPlugin } from './discover.ts';

/** The plugins that the site of a folder has as packages, in its dependencies; none without a folder. */
export const discoverInstalled = (folder: string | undefined): FoundPlugin[] =>
  folder === undefined ? [] : new SitePackage(folder).installed().map(foundPlugin);

/** The versions of installed plugins by name. */
export const versionsOf = (found: readonly FoundPlugin[]): ReadonlyMap<string, string> =>
  new Map(found.flatMap(({ name, installed }) => (installed === undefined ? [] : [[name, installed.version]])));

function foundPlugin({ plugin, name, version, folder, manifest, notes }: InstalledPackage): FoundPlugin {
  const approved = notes.capabilities ?? [];
  const more = capabilitiesOf(manifest).filter((capability) => !approved.includes(capability));
  const mend = `tappet plugin install ${name}@${version} asks for it`;
  return {
    name: plugin,
    location: displayPath(folder),
    // Packages that a package depends on are beside its real folder, which the package manager may have linked.
    entry: entryOf(realpathSync(folder)) ?? join(folder, manifest.main ?? 'index.js'),
    native: false,
    droppedIn: true,
    installed: { version, approved },
    ...(more.length === 0 ? {} : { refused: `may not ${more.join(', ')}, which was not approved; ${mend}` }),
  };
}
