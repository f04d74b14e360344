import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaStorage } from '../storage/media-storage.ts';
import { splitName } from '../storage/paths.ts';

/** Runs work with a folder of the local disk that is removed afterwards. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tappet-media-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies a stored file into a folder of the local disk; answers with the copy's path. */
export async function localCopy(path: string, folder: string, storage: MediaStorage): Promise<string> {
  const copy = join(folder, `copy${splitName(path).extension}`);
  await pipeline(await storage.read(path), createWriteStream(copy));
  return copy;
}
