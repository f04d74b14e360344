import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder for the files of one request; it is created at the first call of `folder`. */
export class Scratch {
  #folder: Promise<string> | undefined;

  /** Creates the folder if it does not exist, and returns its path. */
  folder(): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'tappet-'));
    return this.#folder;
  }

  /** Removes the folder and its files, if it was created. */
  async remove(): Promise<void> {
    if (this.#folder !== undefined) await rm(await this.#folder, { recursive: true, force: true });
  }
}
