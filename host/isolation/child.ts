import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Duplex } from 'node:stream';
import { FrameReader, frameOf } from './frames.ts';
import type { CompartmentStart, Deliver, Transport } from './transport.ts';

/** How long the last message of a process that has ended is waited for, in milliseconds. */
const LAST_MESSAGE = 500;

/** How often the memory of a process is looked at, in milliseconds, and what Node.js itself takes of it. */
const GLANCE = 200;
const BASE_MEMORY = 96 * 2 ** 20;
const MEMORY_PAGE = 4096;

/** The most bytes that wait to be read by a process. */
const MOST_UNREAD = 64 * 2 ** 20;

/** The most bytes of one character in UTF-8. */
const CHARACTER = 4;

/** Reads the script of the plugin, which comes first, and runs it. */
const BOOTSTRAP = `
const { readSync } = require('node:fs');
const read = (size) => {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; ) {
    try {
      at += readSync(3, bytes, at, size - at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
  return bytes;
};
const script = read(read(4).readUInt32BE());
import('data:text/javascript;base64,' + script.toString('base64')).catch(() => process.exit(1));
`;

/** What Node.js calls its permission model, which is older than the name without "experimental". */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

function flagsFor({ folder, dataFolder, network, memory }: CompartmentStart): string[] {
  const below = (path: string) => `${path}${sep}*`;
  const flags = [PERMISSION, `--max-old-space-size=${Math.ceil(memory / 2 ** 20)}`, `--allow-fs-read=${below(folder)}`];
  if (dataFolder !== undefined)
    flags.push(`--allow-fs-read=${below(dataFolder)}`, `--allow-fs-write=${below(dataFolder)}`);
  if (network && process.allowedNodeEnvironmentFlags.has('--allow-net')) flags.push('--allow-net');
  return flags;
}

/** The folders that a plugin in a process may read, and write. */
export type Folders = Pick<CompartmentStart, 'folder' | 'dataFolder'>;

/** Makes the folder that a plugin may write to, and gives both as they are without links; throws for an unfit one. */
export function prepareFolders({ folder, dataFolder }: Folders): Folders {
  if (dataFolder !== undefined) mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const real = { folder: realpathSync(folder), dataFolder: dataFolder && realpathSync(dataFolder) };
  // The flags of Node.js cannot hold these characters.
  if (/[,*]/.test(`${real.folder}${real.dataFolder}`))
    throw new Error('the path of its folder holds a comma or an asterisk; give it another name');
  checkLinks(real.folder);
  return real;
}

/** Throws for a link in a plugin's folder that leads out of it, since Node's permission model follows links. */
function checkLinks(root: string): void {
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    let target = '';
    try {
      target = realpathSync(path);
    } catch {
      // A link that leads nowhere may lead somewhere later.
    }
    if (!`${target}${sep}`.startsWith(root + sep))
      throw new Error(`${path} is a link that leads out of its folder; put a copy in its place`);
  }
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Asks the system to end this process rather than the host when memory is short; where there is no such thing, nothing. */
function preferToEnd(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The system has no such file.
  }
}

/** The bytes that a process takes in memory; undefined where the system does not tell. */
function memoryOf(pid: number | undefined): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * MEMORY_PAGE;
  } catch {
    return undefined;
  }
}

/**
 * Starts a process of Node.js in which the plugin runs: under Node's permission model, without the environment, and
 * with the rights to files and to the network that its capabilities give.
 */
export function startChild(start: CompartmentStart, deliver: Deliver): Transport {
  const { script, folder, dataFolder, memory, messageLimit, network } = start;
  const child = spawn(process.execPath, [...flagsFor(start), '-e', BOOTSTRAP, String(messageLimit), String(network)], {
    env: {},
    cwd: dataFolder ?? folder,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  running.add(child);
  preferToEnd(child.pid);
  const [answers, calls, messages] = child.stdio.slice(3) as unknown as [Duplex, Duplex, Duplex];
  let end: (reason: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  const overMemory = `used more than ${Math.ceil(memory / 2 ** 20)} MB of memory`;
  const glances = setInterval(() => {
    if ((memoryOf(child.pid) ?? 0) > memory + BASE_MEMORY) end(overMemory);
  }, GLANCE).unref();
  child.on('error', (error) => end(`cannot be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    running.delete(child);
    clearInterval(glances);
    // That is how Node.js ends when there is no memory left.
    const reason = signal === 'SIGABRT' ? overMemory : `exited with ${signal ?? `code ${code}`}`;
    // Its last message, which may say why it ended, can still be under way.
    const late = setTimeout(end, LAST_MESSAGE, reason);
    child.once('close', () => {
      clearTimeout(late);
      end(reason);
    });
  });
  // Of a process that has ended, the exit tells more than its streams.
  for (const stream of [answers, calls, messages]) stream.on('error', () => undefined);

  const reader = new FrameReader(messageLimit * CHARACTER);
  let unhandled = 0;
  const done = () => {
    unhandled--;
    if (unhandled === 0) messages.resume();
  };
  messages.on('data', (chunk: Buffer) => {
    try {
      const texts = reader.read(chunk);
      unhandled += texts.length;
      if (unhandled > 0) messages.pause();
      for (const text of texts) deliver(text, done);
    } catch (error) {
      end(`${(error as Error).message}`);
    }
  });
  const write = (stream: Duplex, text: string) => {
    stream.write(frameOf(text));
    if (stream.writableLength > MOST_UNREAD) end('does not read what it is sent');
  };
  write(answers, script);
  return {
    place: 'process',
    ended,
    send: (text) => write(calls, text),
    answer: (text) => write(answers, text),
    stop() {
      clearInterval(glances);
      child.kill('SIGKILL');
      for (const stream of [answers, calls, messages]) stream.destroy();
    },
    hold(isHeld) {
      for (const one of [child, answers, calls, messages] as unknown as { ref(): void; unref(): void }[])
        isHeld ? one.ref() : one.unref();
    },
  };
}
