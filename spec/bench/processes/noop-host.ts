import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Host, PluginDefinition, TapOptions } from '../../../host/index.ts';
import { firedHooks, type HostModule, noopPlugins } from './noops.ts';
import { announce } from './probe.ts';
import { settings } from './settings.ts';

const { database, port, disabled, dist } = settings;
const module: HostModule = await import(pathToFileURL(join(dist, 'host/index.js')).href);

const start = (folders: readonly PluginDefinition[]): Promise<Host> =>
  module.createHost({ database: `sqlite:${database}`, logLevel: 'silent', plugins: { folders, disabled } });

/** Serves with fifty plugins that do nothing, each with a tap of these options on every hook that fires for a list. */
export async function serveWithNoops(options: TapOptions): Promise<void> {
  const plain = await start([]);
  const names = await firedHooks(module, plain);
  await plain.close();
  announce(await (await start(noopPlugins(module, names, options))).listen(port));
}
