import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** How long after the last of several saves a change is reported, in milliseconds. */
const PAUSE = 30;

const isSource = (name: string): boolean => !name.startsWith('.') && !name.endsWith('~') && name !== 'node_modules';

/** A folder and all folders below it that may hold sources; none if it does not exist. Only links at the top are followed. */
function foldersUnder(folder: string, links = true): string[] {
  try {
    const inner = readdirSync(folder, { withFileTypes: true }).filter((entry) => isSource(entry.name));
    const below = inner.filter((entry) => entry.isDirectory() || (links && entry.isSymbolicLink()));
    return [folder, ...below.flatMap((entry) => foldersUnder(join(folder, entry.name), false))];
  } catch {
    return [];
  }
}

/**
 * Calls `changed` when a source under `folders`, or one of `files`, is saved. Folders are watched rather than files,
 * because many editors replace a file when they save it. Returns a function that ends the watch.
 */
export function watchSources(
  folders: readonly string[],
  files: { readonly folder: string; readonly names: RegExp },
  changed: () => void,
): () => void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      watchFolders();
      changed();
    }, PAUSE);
  };
  const watchOne = (key: string, folder: string, isOurs: (name: string) => boolean): void => {
    const watcher = watch(folder, (_event, name) => {
      if (name === null || isOurs(name)) schedule();
    });
    watcher.on('error', () => {
      watcher.close();
      watchers.delete(key);
    });
    watchers.set(key, watcher);
  };
  /** Watches exactly the folders that exist now. */
  const watchFolders = (): void => {
    const present = new Set(folders.flatMap((folder) => foldersUnder(folder)));
    for (const [key, watcher] of watchers) {
      if (present.has(key) || key === '') continue;
      watcher.close();
      watchers.delete(key);
    }
    for (const folder of present) if (!watchers.has(folder)) watchOne(folder, folder, isSource);
  };

  watchFolders();
  watchOne('', files.folder, (name) => files.names.test(name));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}
