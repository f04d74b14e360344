import type { Host, PluginDefinition, TapOptions } from '../../../host/index.ts';

/** What the host exports, from wherever it was built. */
export type HostModule = typeof import('../../../host/index.ts');

const PLUGINS = 50;

/** A request for the list that is measured. */
export function listRequest({ RequestContext, RestRequest }: HostModule): InstanceType<HostModule['RestRequest']> {
  const http = { tls: false, serverName: 'localhost', remoteAddress: '127.0.0.1', cookie: () => undefined };
  return new RestRequest('GET', '/cms/v2/posts', { context: new RequestContext({ http }) });
}

/** Every hook that fires for the list, those that nothing taps too: where items are made, and where they are kept. */
export async function firedHooks(module: HostModule, host: Host): Promise<string[]> {
  const ask = async (details: boolean) => {
    const trace = new module.Trace('list', { everyHook: true, details });
    await trace.run(() => host.generation.server.serve(listRequest(module)));
    return module.timelineOf(trace).filter(({ kind }) => kind === 'hook');
  };
  const entries = [...(await ask(true)), ...(await ask(false)), ...(await ask(false))];
  return [...new Set(entries.map(({ name }) => name))];
}

/** Any hook by its name, as a plugin that does not know it taps it. */
interface AnyHooks {
  filter(name: string): { tap(options: object, fn: (value: unknown) => unknown): void };
}

/** Fifty plugins that do nothing, each with a tap of these options on every one of these hooks. */
export function noopPlugins(module: HostModule, names: readonly string[], options: TapOptions): PluginDefinition[] {
  return Array.from({ length: PLUGINS }, (_, at) =>
    module.definePlugin({
      name: `no-op-${at}`,
      version: '1.0.0',
      description: 'Does nothing.',
      capabilities: ['routes:*', 'authentication', 'content:read'],
      setup({ hooks }) {
        for (const name of names) (hooks as unknown as AnyHooks).filter(name).tap(options, (value) => value);
      },
    }),
  );
}
