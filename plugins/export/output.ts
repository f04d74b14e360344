import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { CommandError } from '../../core/index.ts';

/** The functions of the system that writing a file uses. */
const FILE_CALLS: ReadonlySet<string> = new Set(['mkdir', 'open', 'write', 'close', 'rename']);

/** Where an export is written to; waits whenever the other side is not ready for more. */
export type Write = (text: string) => Promise<void>;

const writerTo =
  (stream: Writable): Write =>
  async (text) => {
    if (!stream.write(text)) await once(stream, 'drain');
  };

/** Lets work write a file, which gets its name once all is written, and is removed when that fails. */
export async function writeFileWhole(
  folder: string,
  name: string,
  work: (write: Write) => Promise<void>,
): Promise<string> {
  const path = join(folder, name);
  const partial = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    await mkdir(folder, { recursive: true });
    const stream = createWriteStream(partial, { flags: 'wx' });
    const done = finished(stream);
    // A failure rejects the promise of the end, or the write that it interrupts.
    done.catch(() => undefined);
    try {
      await work(writerTo(stream));
    } finally {
      stream.end();
    }
    await done;
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    const { syscall = '', message } = error as NodeJS.ErrnoException;
    throw !FILE_CALLS.has(syscall) ? error : new CommandError(`--dir=${folder}: cannot write there: ${message}`);
  }
  return path;
}

/** Lets work write to standard output. Ends without an error when the reader closes the pipe. */
export async function writeToStdout(work: (write: Write) => Promise<void>): Promise<void> {
  const { stdout } = process;
  try {
    await work(writerTo(stdout));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}
