import { join } from 'node:path';
import type { CommandDefinition } from '../../core/index.ts';
import { CONFIG_FILE } from '../config/file.ts';
import { pluginSettings, type Settings } from '../config/settings.ts';
import type { Host } from '../create-host.ts';
import { PLUGIN_FOLDER, packageRoot } from '../places.ts';
import { watchSources } from '../watch.ts';
import { containStrayErrors } from './stray-errors.ts';
import { useOwnTemporaryFolder } from './temporary-folder.ts';

/** Resolves at the first SIGINT or SIGTERM. */
const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });

/** The folders that a host loads plugins from. */
const foldersOf = ({ settings }: Host): string[] => [
  join(packageRoot, PLUGIN_FOLDER),
  join(process.cwd(), PLUGIN_FOLDER),
  ...(pluginSettings(settings).folders ?? []).filter((folder) => typeof folder === 'string'),
];

/** Creates a function that reloads a host and prints the result; calls during a reload cause one further reload. */
function reloader(host: Host, reread: () => Promise<Settings>, print: (line: string) => void): () => void {
  let running = false;
  let again = false;
  const reload = async (): Promise<void> => {
    const start = performance.now();
    try {
      await host.reload(reread);
      print(`Reloaded in ${Math.round(performance.now() - start)} ms`);
    } catch (error) {
      const { message, file, line } = error as Error & { file?: string; line?: number };
      const place = file === undefined || message.includes(`${file}:${line}`) ? '' : ` (${file}:${line})`;
      process.stderr.write(`tappet: not reloaded, what ran before goes on: ${message}${place}\n`);
    }
  };
  return async () => {
    again = true;
    if (running) return;
    running = true;
    while (again) {
      again = false;
      await reload();
    }
    running = false;
  };
}

/** `serve`: listens until a signal stops the process; in-flight requests are then completed. */
export const serve = (host: Host, reread: () => Promise<Settings>): CommandDefinition => ({
  name: 'serve',
  summary: 'Serve the interface over HTTP; SIGHUP reloads configuration and plugins.',
  flags: { '--watch': 'Reload when a plugin or the configuration is saved.' },
  async run({ flags, print }) {
    const stop = stopSignal();
    useOwnTemporaryFolder();
    const reload = reloader(host, reread, print);
    const stopContaining = containStrayErrors(host);
    process.on('SIGHUP', reload);
    const configuration = { folder: process.cwd(), names: new RegExp(`${CONFIG_FILE.source}|^${PLUGIN_FOLDER}$`) };
    const unwatch = flags.watch === true ? watchSources(foldersOf(host), configuration, reload) : () => undefined;
    try {
      await host.listen(undefined, undefined, async (address) => {
        print(`Tappet is listening on ${address}`);
        print(`The interface is at ${host.generation.server.restUrl('/')}`);
        await host.generation.server.hooks.action('host_listening').promise(address, print);
      });
      await stop;
      await host.close();
    } finally {
      unwatch();
      process.off('SIGHUP', reload);
      stopContaining();
    }
  },
});
