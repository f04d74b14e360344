import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ByteRange, MediaStorage, StoredFile } from './media-storage.ts';
import { isStoragePath } from './paths.ts';

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException | null)?.code ?? '');

/** Keeps files in a folder of the local disk. */
export class DiskStorage implements MediaStorage {
  readonly #folder: string;
  readonly #baseUrl: () => string;

  /** @param baseUrl gives the address of the folder, without a trailing slash */
  constructor(folder: string, baseUrl: () => string) {
    this.#folder = resolve(folder);
    this.#baseUrl = baseUrl;
  }

  async put(path: string, bytes: Readable | Uint8Array): Promise<boolean> {
    const target = this.#locate(path);
    await mkdir(dirname(target), { recursive: true });
    try {
      // Creating the file reserves the name, so that only one of two concurrent uploads gets it.
      await (await open(target, 'wx')).close();
    } catch (error) {
      if (bytes instanceof Readable) bytes.destroy();
      if (hasCode(error, 'EEXIST')) return false;
      throw error;
    }
    try {
      await pipeline(bytes instanceof Uint8Array ? Readable.from([bytes]) : bytes, createWriteStream(target));
    } catch (error) {
      await rm(target, { force: true });
      throw error;
    }
    return true;
  }

  async read(path: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.#locate(path), 'r');
    return createReadStream('', { fd: file, ...range });
  }

  async stat(path: string): Promise<StoredFile | null> {
    try {
      const found = await stat(this.#locate(path));
      return found.isFile() ? { size: found.size, modified: found.mtime } : null;
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return null;
      throw error;
    }
  }

  async exists(path: string): Promise<boolean> {
    return (await this.stat(path)) !== null;
  }

  async delete(path: string): Promise<void> {
    await rm(this.#locate(path), { force: true });
  }

  async usage(): Promise<number> {
    let total = 0;
    const entries = await readdir(this.#folder, { withFileTypes: true, recursive: true }).catch((error) => {
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    });
    for (const entry of entries) {
      if (entry.isFile()) total += (await stat(join(entry.parentPath, entry.name))).size;
    }
    return total;
  }

  url(path: string): string {
    return `${this.#baseUrl()}/${path}`;
  }

  #locate(path: string): string {
    if (!isStoragePath(path)) throw new TypeError('the path of a file may not lead out of its folder');
    return join(this.#folder, ...path.split('/'));
  }
}
