import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../../../core/base/index.ts';
import type { MediaStorage } from './media-storage.ts';
import { notingStorage } from './noting-storage.ts';
import { isStoragePath } from './paths.ts';

/** The folder of the notes within that of the files: it is hidden, so that nothing in it is ever served. */
const NOTES = '.unrecorded';

/** Begins the line of a path that was noted, and turned out to be another's. No path begins so. */
const NOT = '/';

/** The notes of work that goes on in this process, in whichever generation. */
const open = new Set<string>();

/**
 * Remembers on disk which files are stored before it is recorded in the database whose they are, so that those of a process
 * that was killed in between can be removed. Files that no note names are never touched.
 */
export class UnrecordedFiles {
  readonly #folder: string;
  readonly #prefix = `${hostname()}-${process.pid}-`;

  /** @param folder the folder of the files */
  constructor(folder: string) {
    this.#folder = join(folder, NOTES);
  }

  /**
   * Runs work that stores files with the storage it is given, and has recorded or removed them when it ends. Each path is
   * noted before there is a file.
   */
  async during<T>(storage: MediaStorage, work: (storage: MediaStorage) => Promise<T>): Promise<T> {
    const name = this.#prefix + randomBytes(6).toString('hex');
    const note = join(this.#folder, name);
    open.add(name);
    let isNoted = false;
    const write = (line: string) => {
      if (!isNoted) mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      isNoted = true;
      appendFileSync(note, `${line}\n`, { mode: 0o600 });
    };
    const noting = notingStorage(storage, {
      before: (path, isFree) => {
        if (isFree) write(path);
      },
      refused: (path) => write(NOT + path),
    });
    try {
      return await work(noting);
    } finally {
      if (isNoted) await rm(note, { force: true });
      open.delete(name);
    }
  }

  /**
   * Removes the files that killed processes of this machine have left without a record; answers with how many.
   *
   * @param isRecorded whether anything in the database names a file
   */
  async clear(storage: MediaStorage, isRecorded: (path: string) => Promise<boolean>): Promise<number> {
    const names = await readdir(this.#folder).catch((): string[] => []);
    const abandoned = names.filter((name) => this.#isAbandoned(name));
    if (abandoned.length === 0) return 0;
    const notes = await Promise.all(names.map((name) => this.#read(name)));
    const inUse = new Set(notes.filter((_, at) => !abandoned.includes(names[at]!)).flatMap((paths) => [...paths]));
    let removed = 0;
    for (const name of abandoned) {
      for (const path of notes[names.indexOf(name)]!) {
        if (inUse.has(path) || !(await storage.exists(path)) || (await isRecorded(path))) continue;
        await storage.delete(path);
        removed++;
      }
      await rm(join(this.#folder, name), { force: true });
    }
    return removed;
  }

  /** The paths of a note that are its own. */
  async #read(name: string): Promise<Set<string>> {
    const text = await readFile(join(this.#folder, name), 'utf8').catch(() => '');
    const paths = new Set<string>();
    // The last line may have been cut off as it was written; its file had not been made then.
    for (const line of text.split('\n').slice(0, -1)) {
      if (line.startsWith(NOT)) paths.delete(line.slice(NOT.length));
      else if (isStoragePath(line)) paths.add(line);
    }
    return paths;
  }

  /** Whether a note is that of a process that runs no more. One with the id of this process may be of an earlier one. */
  #isAbandoned(name: string): boolean {
    if (open.has(name)) return false;
    const [, host, pid] = /^(.*)-(\d+)-[0-9a-f]{12}$/.exec(name) ?? [];
    return host === hostname() && (Number(pid) === process.pid || !isRunning(Number(pid)));
  }
}
