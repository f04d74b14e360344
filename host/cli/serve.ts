import type { CommandDefinition } from '../../core/index.ts';
import type { OwnWorker } from '../cluster/worker.ts';
import type { Settings } from '../config/settings.ts';
import type { CloseOptions, Host } from '../create-host.ts';
import { reloader, reloadFailure } from './reloader.ts';
import { onReloadSignal, stopSignal } from './signals.ts';
import { containStrayErrors } from './stray-errors.ts';
import { useOwnTemporaryFolder } from './temporary-folder.ts';

/** The command `serve` without what it does: a host of its own, or workers that each run one. */
export const SERVE = {
  name: 'serve',
  summary: 'Serve the interface over HTTP; SIGHUP reloads configuration and plugins.',
  flags: { '--watch': 'Reload when a plugin or the configuration is saved.' },
} as const satisfies Omit<CommandDefinition, 'run'>;

/** Listens, and prints where; what the operator is to know is printed before any request is answered. */
const listen = (host: Host, print: (line: string) => void): Promise<string> =>
  host.listen(undefined, undefined, async (address) => {
    print(`Tappet is listening on ${address}`);
    print(`The interface is at ${host.generation.server.restUrl('/')}`);
    await host.generation.server.hooks.action('host_listening').promise(address, print);
  });

/** Serves until it is stopped, which says how the host is closed; in-flight requests are then completed. */
async function serveUntil(host: Host, begin: () => Promise<void>, stopped: Promise<CloseOptions>): Promise<void> {
  useOwnTemporaryFolder();
  const stopContaining = containStrayErrors(host);
  try {
    await begin();
    await host.close(await stopped);
  } finally {
    stopContaining();
  }
}

/** `serve`: listens until a signal stops the process, or until its primary does where it is a worker. */
export const serve = (host: Host, reread: () => Promise<Settings>, worker?: OwnWorker): CommandDefinition => ({
  ...SERVE,
  async run({ flags, print }) {
    if (worker !== undefined) return serveAsWorker(host, reread, worker);
    const stopped = stopSignal().then(() => ({}));
    const stopReloading = onReloadSignal(
      host.settings,
      flags.watch === true,
      reloader(() => host.reload(reread), print),
    );
    try {
      await serveUntil(host, async () => void (await listen(host, print)), stopped);
    } finally {
      stopReloading();
    }
  },
});

function serveAsWorker(host: Host, reread: () => Promise<Settings>, worker: OwnWorker): Promise<void> {
  const begin = async () => {
    const address = await listen(host, (line) => worker.print(line));
    worker.begin(address, {
      reload: () =>
        host.reload(reread).catch((error) => {
          throw new Error(reloadFailure(error));
        }),
      answer: (topic) => answerOf(host, topic),
    });
  };
  const stopped = worker.stopped.then((delay) => (delay ? {} : { delay: 0 }));
  return serveUntil(host, begin, stopped);
}

/** What the running generation of a host answers on a topic. */
async function answerOf(host: Host, topic: string): Promise<unknown> {
  const { generation, release } = host.lease();
  try {
    return await generation.server.hooks.filter('worker_answer').promise(undefined, topic);
  } finally {
    release();
  }
}
