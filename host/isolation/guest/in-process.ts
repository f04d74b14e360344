import { readSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { encode } from '../codec.ts';
import { errorState } from '../crossing.ts';
import { FrameReader, frameOf } from '../frames.ts';
import { MESSAGE_MARK } from '../messages.ts';
import { closeNetwork, closeProcesses } from './close-doors.ts';
import { runPlugin } from './run.ts';

/** The files that the host has opened for the process: answers to questions, calls, and messages to the host. */
const ANSWERS = 3;
const CALLS = 4;
const MESSAGES = 5;

const HEADER = 4;

const [, limitText, networkText] = process.argv;
const limit = Number(limitText);
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Repeats what the system cannot do yet. */
function patiently(work: () => number): number {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(sleeper, 0, 0, 1);
    }
  }
}

function send(text: string): void {
  const frame = frameOf(text);
  for (let at = 0; at < frame.length; ) at += patiently(() => writeSync(MESSAGES, frame, at));
}

function readBytes(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; ) {
    const read = patiently(() => readSync(ANSWERS, bytes, at, size - at, null));
    if (read === 0) process.exit(0);
    at += read;
  }
  return bytes;
}

function ask(text: string): string {
  send(text);
  return readBytes(readBytes(HEADER).readUInt32BE()).toString();
}

const calls = new Socket({ fd: CALLS });
closeProcesses(calls);
if (networkText !== 'true') closeNetwork();

/** Runs a plugin in a process of its own. */
export function start(load: () => Promise<{ readonly default?: unknown }>): void {
  const guest = runPlugin(load, { send, ask, limit });
  Object.assign(globalThis, { console: guest.console });
  const reader = new FrameReader(Number.POSITIVE_INFINITY);
  calls.on('data', (chunk: Buffer) => {
    for (const text of reader.read(chunk)) guest.receive(text);
  });
  // Without the host there is nothing left to do.
  calls.on('close', () => process.exit(0));
  process.on('uncaughtException', (error) => {
    send(`${MESSAGE_MARK}${encode({ type: 'failed', message: errorState(error).message }, { limit })}`);
    process.exit(1);
  });
}
