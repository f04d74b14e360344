import type { Span } from '../../../core/trace/index.ts';
import type { Host, PluginDefinition, TapOptions } from '../../../host/index.ts';
import { anyHook } from '../../support/hooks/any-hook.ts';

/** The exports of a built host. */
export type HostModule = typeof import('../../../host/index.ts');

/** What `tappet/trace` exports, from the same build. */
export type TraceModule = typeof import('../../../core/trace/index.ts');

const PLUGINS = 50;

/** A request for the measured list. */
export function listRequest({ RequestContext, RestRequest }: HostModule): InstanceType<HostModule['RestRequest']> {
  const http = { tls: false, serverName: 'localhost', remoteAddress: '127.0.0.1', cookie: () => undefined };
  return new RestRequest('GET', '/cms/v2/posts', { context: new RequestContext({ http }) });
}

const spansIn = ({ children }: Span): Span[] => children.flatMap((span) => [span, ...spansIn(span)]);

/** All hooks that fire for the list, also those without taps: when items are prepared, and when they are cached. */
export async function firedHooks(module: HostModule, tracing: TraceModule, host: Host): Promise<string[]> {
  const ask = async (details: boolean) => {
    const trace = new tracing.Trace('list', { everyHook: true, details });
    await trace.run(() => host.generation.server.serve(listRequest(module)));
    return spansIn(trace.root).filter(({ kind }) => kind === 'hook');
  };
  const entries = [...(await ask(true)), ...(await ask(false)), ...(await ask(false))];
  return [...new Set(entries.map(({ name }) => name))];
}

/** Fifty plugins that do nothing, each with a tap with the given options on each of the given hooks. */
export function noopPlugins(module: HostModule, names: readonly string[], options: TapOptions): PluginDefinition[] {
  return Array.from({ length: PLUGINS }, (_, at) =>
    module.definePlugin({
      name: `no-op-${at}`,
      version: '1.0.0',
      description: 'Does nothing.',
      capabilities: ['routes:*', 'authentication', 'content:read'],
      setup({ hooks }) {
        for (const name of names) anyHook(hooks, name).tap(options, (value) => value);
      },
    }),
  );
}
