import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the files of one request: made when first asked for, removed when the request ends. */
export class Scratch {
  #folder: Promise<string> | undefined;

  /** The folder's path. */
  folder(): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'tappet-'));
    return this.#folder;
  }

  /** Removes the folder and what is in it, if there is one. */
  async remove(): Promise<void> {
    if (this.#folder !== undefined) await rm(await this.#folder, { recursive: true, force: true });
  }
}
