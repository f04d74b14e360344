import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MessageChannel, Worker } from 'node:worker_threads';
import { codeRoot, isCompiled } from '../places.ts';
import type { SandboxStart } from './sandbox-worker.ts';
import type { CompartmentStart, Deliver, Transport } from './transport.ts';
import { Module } from './web-assembly.ts';

/** The limits of the thread itself, beside those of the sandbox in it; in megabytes. */
const THREAD = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** The module that a thread runs. When sources run, the thread registers tsx first. */
function entryOf(): URL {
  const worker = pathToFileURL(
    join(codeRoot, isCompiled ? 'code/sandbox-worker.js' : 'host/isolation/sandbox-worker.ts'),
  );
  if (isCompiled) return worker;
  const script = `
    const { register } = await import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))});
    register();
    await import(${JSON.stringify(worker.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
}

let compiled: WebAssembly.Module | undefined;

/** QuickJS, which is compiled once for all sandboxes. */
function quickjs(): WebAssembly.Module {
  const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  compiled ??= new Module(readFileSync(file));
  return compiled;
}

/**
 * Starts a sandbox: QuickJS in WebAssembly, in a thread of its own. The plugin has nothing of Node.js there, and neither
 * its memory nor its time is the host's.
 */
export function startSandbox(start: CompartmentStart, deliver: Deliver): Transport {
  const { script, name, memory, timeout, startTimeout, messageLimit, network } = start;
  const { port1, port2 } = new MessageChannel();
  const counters = new Int32Array(new SharedArrayBuffer(8));
  const data: SandboxStart = {
    wasm: quickjs(),
    script,
    memory,
    timeout,
    startTimeout,
    messageLimit,
    network,
    answers: port2,
    counters,
  };
  const worker = new Worker(entryOf(), {
    workerData: data,
    transferList: [port2],
    env: {},
    argv: [],
    execArgv: [],
    name: `plugin ${name}`,
    resourceLimits: THREAD,
  });
  const done = () => {
    Atomics.sub(counters, 1, 1);
    Atomics.notify(counters, 1);
  };
  const ended = new Promise<string>((resolve) => {
    worker.on('message', (message: string | { readonly over: string }) => {
      if (typeof message === 'string') deliver(message, done);
      else resolve(message.over);
    });
    worker.on('error', (error) => resolve(`failed: ${error?.message}`));
    worker.on('exit', (code) => resolve(`exited with code ${code}`));
  });
  return {
    place: 'sandbox',
    ended,
    send: (text) => worker.postMessage(text),
    answer(text) {
      port1.postMessage(text);
      Atomics.store(counters, 0, 1);
      Atomics.notify(counters, 0);
    },
    stop() {
      port1.close();
      void worker.terminate();
    },
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
  };
}
