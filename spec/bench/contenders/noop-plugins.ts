/** Tappet with fifty plugins that do nothing, each with a `pure` tap on every hook that fires for a list. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Host, PluginDefinition } from '../../../host/index.ts';
import { firedHooks, type HostModule, noopPlugins, type TraceModule } from '../processes/noops.ts';
import { announce } from '../processes/probe.ts';
import { settings } from '../processes/settings.ts';

const { database, port, disabled, dist } = settings;
const module: HostModule = await import(pathToFileURL(join(dist, 'host/index.js')).href);
const tracing: TraceModule = await import(pathToFileURL(join(dist, 'core/trace/index.js')).href);

const start = (folders: readonly PluginDefinition[]): Promise<Host> =>
  module.createHost({ database: database, logLevel: 'silent', plugins: { folders, disabled } });

const plain = await start([]);
const names = await firedHooks(module, tracing, plain);
await plain.close();
const host = await start(noopPlugins(module, names, { pure: true }));
announce(await host.listen(port));
