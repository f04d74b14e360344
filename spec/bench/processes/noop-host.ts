import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Host, PluginDefinition, TapOptions } from '../../../host/index.ts';
import { announce } from './probe.ts';
import { settings } from './settings.ts';

const PLUGINS = 50;

const { database, port, disabled, dist } = settings;
const {
  createHost,
  definePlugin,
  RequestContext,
  RestRequest,
  Trace,
  timelineOf,
}: typeof import('../../../host/index.ts') = await import(pathToFileURL(join(dist, 'host/index.js')).href);

const start = (folders: readonly PluginDefinition[]): Promise<Host> =>
  createHost({ database: `sqlite:${database}`, logLevel: 'silent', plugins: { folders, disabled } });

/** The hooks that fire, those that nothing taps too, once rendered texts are kept. */
async function firedHooks(host: Host): Promise<Set<string>> {
  const http = { tls: false, serverName: 'localhost', remoteAddress: '127.0.0.1', cookie: () => undefined };
  const ask = async (trace: InstanceType<typeof Trace>) => {
    const request = new RestRequest('GET', '/cms/v2/posts', { context: new RequestContext({ http }) });
    await trace.run(() => host.generation.server.serve(request));
    return trace;
  };
  await ask(new Trace('first'));
  const entries = timelineOf(await ask(new Trace('second', { everyHook: true })));
  return new Set(entries.filter(({ kind }) => kind === 'hook').map(({ name }) => name));
}

/** Any hook by its name, as a plugin that does not know it taps it. */
interface AnyHooks {
  filter(name: string): { tap(options: object, fn: (value: unknown) => unknown): void };
}

/** Serves with fifty plugins that do nothing, each with a tap of these options on every hook that fires for a list. */
export async function serveWithNoops(options: TapOptions): Promise<void> {
  const plain = await start([]);
  const names = await firedHooks(plain);
  await plain.close();
  const noops = Array.from({ length: PLUGINS }, (_, at) =>
    definePlugin({
      name: `no-op-${at}`,
      version: '1.0.0',
      description: 'Does nothing.',
      capabilities: ['routes:*', 'authentication'],
      setup({ hooks }) {
        for (const name of names) (hooks as unknown as AnyHooks).filter(name).tap(options, (value) => value);
      },
    }),
  );
  announce(await (await start(noops)).listen(port));
}
