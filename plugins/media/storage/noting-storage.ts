import type { MediaStorage } from './media-storage.ts';

/** What is told of files before and after they are stored. */
export interface StorageNotes {
  /** Called before a file is stored; with whether its path is free, since a file that is there is somebody else's. */
  before(path: string, isFree: boolean): Promise<void> | void;
  /** Called when nothing was stored, because the path turned out to be taken. */
  refused(path: string): void;
}

/** A storage that notes each path before there is a file, so that what a killed process has left can be found. */
export const notingStorage = (storage: MediaStorage, notes: StorageNotes): MediaStorage => ({
  put: async (path, bytes) => {
    await notes.before(path, !(await storage.exists(path)));
    const isStored = await storage.put(path, bytes);
    if (!isStored) notes.refused(path);
    return isStored;
  },
  read: (path, range) => storage.read(path, range),
  stat: (path) => storage.stat(path),
  exists: (path) => storage.exists(path),
  delete: (path) => storage.delete(path),
  usage: () => storage.usage(),
  url: (path) => storage.url(path),
  signedUrl: storage.signedUrl && ((path) => storage.signedUrl!(path)),
});
