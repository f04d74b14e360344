import { Worker } from 'node:worker_threads';
import type { Job, Outcome } from './job.ts';

/** The module that a thread runs: part of the bundle, or a source, for which the thread registers tsx first. */
function entry(): URL {
  if (import.meta.url.endsWith('.js')) return new URL('./password-thread.js', import.meta.url);
  const script = `
    const { register } = await import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))});
    register();
    await import(${JSON.stringify(new URL('./thread.ts', import.meta.url).href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
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
