import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** How long after the last of several saves a change is told, in milliseconds. */
const PAUSE = 30;

const isSource = (name: string): boolean => !name.startsWith('.') && !name.endsWith('~') && name !== 'node_modules';

/** Every folder that may hold sources, from a folder down; none when it is gone. Links are followed at the top only. */
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
 * Tells of changes under folders, and of those of files with certain names in another folder. Each folder is watched
 * by itself, because editors that put a new file in the place of the old one escape a watch on the file. Answers with
 * a function that ends it.
 */
export function watchSources(
  folders: readonly string[],
  files: { readonly folder: string; readonly names: RegExp },
  changed: () => void,
): () => void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  const note = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      look();
      changed();
    }, PAUSE);
  };
  const watchOne = (key: string, folder: string, isOurs: (name: string) => boolean): void => {
    const watcher = watch(folder, (_event, name) => {
      if (name === null || isOurs(name)) note();
    });
    watcher.on('error', () => {
      watcher.close();
      watchers.delete(key);
    });
    watchers.set(key, watcher);
  };
  /** Watches the folders that are there now, and no others. */
  const look = (): void => {
    const present = new Set(folders.flatMap((folder) => foldersUnder(folder)));
    for (const [key, watcher] of watchers) {
      if (present.has(key) || key === '') continue;
      watcher.close();
      watchers.delete(key);
    }
    for (const folder of present) if (!watchers.has(folder)) watchOne(folder, folder, isSource);
  };

  look();
  watchOne('', files.folder, (name) => files.names.test(name));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}
