import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of a few megabytes that can be filled, and made read-only. To make one takes the rights of root. */
export class TinyDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Makes a disk; undefined where this user or this system cannot. */
  static make(megabytes: number): TinyDisk | undefined {
    const folder = mkdtempSync(join(tmpdir(), 'tappet-disk-'));
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
    if (status === 0) return new TinyDisk(folder);
    rmdirSync(folder);
    return undefined;
  }

  /** Writes until nothing more can be written, but for so many bytes. */
  fill(left = 0): void {
    const chunk = Buffer.alloc(4096);
    const file = openSync(this.#filler, 'w');
    let size = 0;
    try {
      for (;;) size += writeSync(file, chunk);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
    if (left === 0) return;
    const shorter = openSync(this.#filler, 'w');
    for (let written = 0; written < size - left; written += chunk.length) writeSync(shorter, chunk);
    closeSync(shorter);
  }

  /** Gives the room back. */
  empty(): void {
    rmSync(this.#filler, { force: true });
  }

  remove(): void {
    spawnSync('umount', ['-l', this.folder]);
    rmdirSync(this.folder);
  }

  get #filler(): string {
    return join(this.folder, 'filler');
  }
}
