import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Job, Outcome } from './job.ts';

let bundled: URL | undefined;

/** The module that a thread runs: part of the build, or bundled from the sources, which is done once. */
function entry(): URL {
  if (import.meta.url.endsWith('.js')) return new URL('./password-thread.js', import.meta.url);
  bundled ??= bundle(fileURLToPath(new URL('./thread.ts', import.meta.url)));
  return bundled;
}

/** A module with all that it imports, as JavaScript. To have each thread compile its sources takes a quarter of a second. */
function bundle(path: string): URL {
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: [path],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  return new URL(`data:text/javascript,${encodeURIComponent(outputFiles[0]!.text)}`);
}

/** One worker thread, started with its first job. It does not keep the process alive while it has nothing to do. */
export class HashThread {
  #worker: Worker | undefined;
  #answer: ((outcome: Outcome) => void) | undefined;

  /** Has a job done; one at a time. */
  async run(job: Job): Promise<string | boolean> {
    this.#worker ??= this.#start();
    this.#worker.ref();
    const outcome = await new Promise<Outcome>((answer) => {
      this.#answer = answer;
      this.#worker!.postMessage(job);
    });
    this.#worker?.unref();
    if ('error' in outcome) throw new Error(outcome.error);
    return outcome.value;
  }

  #start(): Worker {
    const worker = new Worker(entry(), { env: {}, argv: [], execArgv: [], name: 'passwords' });
    worker.on('message', (outcome: Outcome) => this.#answer?.(outcome));
    const end = (error: Error) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#answer?.({ error: `the thread that hashes passwords has ended: ${error.message}` });
    };
    worker.on('error', end);
    worker.on('exit', (code) => end(new Error(`exit code ${code}`)));
    return worker;
  }
}
