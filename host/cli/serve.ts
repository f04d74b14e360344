import type { CommandDefinition } from '../../core/index.ts';
import type { Host } from '../create-host.ts';

/** Resolves at the first signal that asks the process to end. */
const toldToStop = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });

/** `serve`: listens until the process is told to stop, then finishes the requests under way. */
export const serve = (host: Host): CommandDefinition => ({
  name: 'serve',
  summary: 'Serve the interface over HTTP.',
  async run({ print }) {
    const stop = toldToStop();
    const address = await host.listen();
    print(`Tappet is listening on ${address}`);
    print(`The interface is at ${host.generation.server.restUrl('/')}`);
    await host.generation.server.hooks.action('host_listening').promise(address, print);
    await stop;
  },
});
