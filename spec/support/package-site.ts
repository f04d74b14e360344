import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandLine } from './command-line.ts';
import { PackageRegistry } from './package-registry.ts';

/** What specs read of a site's `package.json`. */
export interface SiteManifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly tappet?: object;
}

/** A site in a folder of its own that installs plugins from a registry of its own. */
export interface PackageSite {
  readonly folder: string;
  readonly registry: PackageRegistry;
  readonly commands: CommandLine;
  /** The `package.json` of the site. */
  manifest(): SiteManifest;
  /** The text of one of its files; undefined if there is none. */
  read(file: string): string | undefined;
  close(): Promise<void>;
}

/**
 * Makes the folder of a site that depends on tappet, with a few of the host's plugins and the given settings. It has a lock
 * file unless it is not `locked`, so that the first change need not make one.
 */
export async function packageSite(settings: Record<string, unknown> = {}, locked = true): Promise<PackageSite> {
  const folder = mkdtempSync(join(tmpdir(), 'tappet-packages-'));
  const registry = await PackageRegistry.start();
  // The host runs from this repository; the site only has to depend on a package of its name.
  const published = registry.publish({ name: 'tappet', version: '0.1.0' });
  const dependencies = { tappet: '^0.1.0' };
  const manifest = { name: 'site', private: true, dependencies };
  const packages = { '': { name: 'site', dependencies }, 'node_modules/tappet': published };
  const lock = { name: 'site', lockfileVersion: 3, requires: true, packages };
  if (locked) writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  writeFileSync(
    join(folder, '.npmrc'),
    `registry=${registry.url}\ncache=${join(folder, '.npm')}\nupdate-notifier=false\nomit-lockfile-registry-resolved=true\n`,
  );
  const { plugins, ...others } = settings;
  const config = {
    plugins: { only: ['activation', 'health'], ...(plugins as object | undefined) },
    database: 'sqlite:site.db',
    ...others,
  };
  writeFileSync(join(folder, 'tappet.config.json'), JSON.stringify(config));
  const read = (file: string) =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : undefined;
  return {
    folder,
    registry,
    commands: new CommandLine(folder),
    read,
    manifest: () => JSON.parse(read('package.json')!),
    close: async () => {
      await registry.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The files of a plugin that answers a text at `NAME/v1/text`. */
export const textPlugin = (name: string, version: string, text: string, capabilities: readonly string[] = []) => ({
  'index.js': `import { definePlugin } from 'tappet';
export default definePlugin({
  name: '${name}', version: '${version}', description: 'Says ${text}.', capabilities: ${JSON.stringify(capabilities)},
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('${name}', (server) => {
      server.registerRoute('${name}/v1', '/text', { callback: () => '${text}', permission_callback: () => true });
    });
  },
});`,
});

/** The `package.json` of such a plugin. */
export const pluginManifest = (name: string, version: string, more: Record<string, unknown> = {}) => ({
  name,
  version,
  type: 'module',
  main: 'index.js',
  description: 'A plugin.',
  keywords: ['tappet-plugin'],
  peerDependencies: { tappet: '^0.1.0' },
  ...more,
});
