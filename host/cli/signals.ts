import { join } from 'node:path';
import { CONFIG_FILE } from '../config/file.ts';
import { pluginSettings, type Settings } from '../config/settings.ts';
import { PLUGIN_FOLDER, packageRoot } from '../places.ts';
import { watchSources } from '../watch.ts';

/** Resolves at the first SIGINT or SIGTERM. */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });

/** The folders that plugins are loaded from. */
const foldersOf = (settings: Settings): string[] => [
  join(packageRoot, PLUGIN_FOLDER),
  join(process.cwd(), PLUGIN_FOLDER),
  ...(pluginSettings(settings).folders ?? []).filter((folder) => typeof folder === 'string'),
];

/** Reloads at SIGHUP, and when a plugin or the configuration is saved if that is watched. Returns a function that ends it. */
export function onReloadSignal(settings: Settings, isWatching: boolean, reload: () => void): () => void {
  const configuration = { folder: process.cwd(), names: new RegExp(`${CONFIG_FILE.source}|^${PLUGIN_FOLDER}$`) };
  process.on('SIGHUP', reload);
  const unwatch = isWatching ? watchSources(foldersOf(settings), configuration, reload) : () => undefined;
  return () => {
    unwatch();
    process.off('SIGHUP', reload);
  };
}
