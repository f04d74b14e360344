import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const toDisk = promisify(fdatasync);

/** Thrown for writes of which it is not certain that they are on disk. */
class NotOnDiskError extends Error {
  readonly code = 'DATABASE_NOT_ON_DISK';
}

/**
 * Brings the write-ahead log of an SQLite file to the disk. A commit leaves it with the system, which outlives the
 * process; those that come in one turn of the event loop, or while others are on their way, go to the disk together,
 * and the process does something else meanwhile.
 */
export class WalSync {
  /** Where the log is. */
  readonly path: string;
  readonly #sync: (file: number) => Promise<void>;
  #file: number | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: Error | undefined;

  /** `sync` brings an open file to the disk. */
  constructor(path: string, sync: (file: number) => Promise<void> = toDisk) {
    this.path = path;
    this.#sync = sync;
  }

  /** Waits until all that has been committed before is on disk. Rejects when that is not certain. */
  settled(): Promise<void> {
    this.#next ??= this.#join();
    return this.#next;
  }

  /**
   * Throws once the disk has failed: what is committed afterwards might lie behind a gap in the log, where it would
   * not be found again, so that nothing may be written until the file is opened anew.
   */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Closes the log, once the last write is done. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#running, this.#next]);
    // SQLite has no locks on the log, which closing it would take away.
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  async #join(): Promise<void> {
    await this.#running?.catch(() => undefined);
    // A commit from now on waits for the next one.
    this.#running = this.#next;
    this.#next = undefined;
    try {
      this.check();
      this.#file ??= openSync(this.path, 'r+');
      await this.#sync(this.#file).catch((cause) => {
        this.#failure = new NotOnDiskError(
          'writes may not have reached the disk; the database takes none until it is reopened',
          { cause },
        );
        throw this.#failure;
      });
    } finally {
      this.#running = undefined;
    }
  }
}
