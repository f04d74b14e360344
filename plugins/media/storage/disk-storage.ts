import { constants, createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ByteRange, type ListedFile, type ListedStorage, type StoredFile, totalSize } from './media-storage.ts';
import { isStoragePath } from './paths.ts';

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException | null)?.code ?? '');

/** The error of a file whose folder is a link, as the system would refuse to open it. */
const linked = (path: string): Error =>
  Object.assign(new Error(`${path} lies behind a link, which is not followed`), { code: 'EACCES', syscall: 'open' });

/** Nobody but the user of the process reads the folder and its files; those of another program's folder all do. */
const [OWN_MODES, SHARED_MODES] = [
  { folder: 0o700, file: 0o600 },
  { folder: 0o755, file: 0o644 },
] as const;

/**
 * Keeps files in a folder of the local disk, which may itself be a symbolic link. Within it links are not followed: what
 * they lead to is not there.
 */
export class DiskStorage implements ListedStorage {
  readonly #folder: string;
  readonly #baseUrl: () => string;

  readonly #modes: { readonly folder: number; readonly file: number };

  /**
   * @param baseUrl gives the address of the folder, without a trailing slash
   * @param isShared whether other programs are to read the files
   */
  constructor(folder: string, baseUrl: () => string, isShared = false) {
    this.#folder = resolve(folder);
    this.#modes = isShared ? SHARED_MODES : OWN_MODES;
    this.#baseUrl = baseUrl;
  }

  async put(path: string, bytes: Readable | Uint8Array): Promise<boolean> {
    const target = this.#locate(path);
    try {
      await mkdir(dirname(target), { recursive: true, mode: this.#modes.folder });
      if (!(await this.#isWithin(dirname(target)))) throw linked(target);
      // Creating the file reserves the name, so that only one of two concurrent uploads gets it.
      await (await open(target, 'wx', this.#modes.file)).close();
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
    const target = this.#locate(path);
    if (!(await this.#isWithin(dirname(target)))) throw linked(target);
    const file = await open(target, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    return createReadStream('', { fd: file, ...range });
  }

  async stat(path: string): Promise<StoredFile | null> {
    try {
      const target = this.#locate(path);
      const found = await lstat(target);
      return found.isFile() && (await this.#isWithin(dirname(target)))
        ? { size: found.size, modified: found.mtime }
        : null;
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return null;
      throw error;
    }
  }

  async exists(path: string): Promise<boolean> {
    return (await this.stat(path)) !== null;
  }

  async delete(path: string): Promise<void> {
    const target = this.#locate(path);
    if (await this.#isWithin(dirname(target)).catch(() => false)) await rm(target, { force: true });
  }

  async *list(): AsyncGenerator<ListedFile> {
    const entries = await readdir(this.#folder, { withFileTypes: true, recursive: true }).catch((error) => {
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    });
    for (const entry of entries) {
      const file = join(entry.parentPath, entry.name);
      const path = relative(this.#folder, file).split(sep).join('/');
      if (entry.isFile() && isStoragePath(path)) yield { path, size: (await stat(file)).size };
    }
  }

  usage(): Promise<number> {
    return totalSize(this.list());
  }

  url(path: string): string {
    return `${this.#baseUrl()}/${path}`;
  }

  /** Whether a folder is where it seems to be: no part of its path below the folder of all files is a link. */
  async #isWithin(folder: string): Promise<boolean> {
    return (await realpath(folder)) === resolve(await realpath(this.#folder), relative(this.#folder, folder));
  }

  #locate(path: string): string {
    if (!isStoragePath(path)) throw new TypeError('the path of a file may not lead out of its folder');
    return join(this.#folder, ...path.split('/'));
  }
}
