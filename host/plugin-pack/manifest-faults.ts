import { join } from 'node:path';
import type { PluginDefinition } from '../../core/index.ts';
import { INSTALL_SCRIPTS } from '../packages/check-package.ts';
import { capabilitiesOf, isPlugin, KEYWORD, type PluginManifest, pluginNameOf } from '../packages/manifest.ts';
import { packageVersion } from '../places.ts';

const listed = (texts: readonly string[]): string => JSON.stringify([...texts].sort());

/** What `package.json` of a plugin does not say, or says otherwise than its definition; a line each. Its versions are checked with the definition. */
export function manifestFaults(
  folder: string,
  manifest: PluginManifest,
  { name, capabilities = [] }: PluginDefinition,
): string[] {
  const { peerDependencies = {}, scripts = {} } = manifest;
  const range = peerDependencies.tappet;
  const own = packageVersion();
  const faults = [
    !isPlugin(manifest) && `keywords lack "${KEYWORD}", by which plugins are found; add it`,
    pluginNameOf(manifest) !== name &&
      `the name means plugin "${pluginNameOf(manifest)}"; add "tappet": { "plugin": "${name}" }`,
    range === undefined &&
      `peerDependencies lack tappet, so that nobody knows which versions it fits; add "tappet": "^${own}"`,
    listed(capabilitiesOf(manifest)) !== listed(capabilities) &&
      `tappet.capabilities are not those of the definition; write ${listed(capabilities)}`,
    ...INSTALL_SCRIPTS.map(
      (script) =>
        scripts[script] !== undefined && `scripts.${script} would run as the plugin is installed; take it out`,
    ),
  ];
  const file = join(folder, 'package.json');
  return faults.filter((fault) => fault !== false).map((fault) => `${file}: ${fault}`);
}
