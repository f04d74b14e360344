import type { Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { deferred } from '../../core/base/index.ts';
import { Channel, type Handlers, messagesOf } from './channel.ts';
import type { End } from './restarts.ts';
import type { WorkerReport } from './workers.ts';

/** How long a worker may take to answer a question, in milliseconds; one that is blocked answers none. */
const ANSWER = 1000;

/** How often it is asked whether it is alive, at the least, in milliseconds. */
const PULSE = 5000;

/** What more time an answer has that came while this process itself stood still, in milliseconds. */
const ON_ITS_WAY = 100;

/** Waits without keeping the process alive; answers with false. */
const late = (milliseconds: number): Promise<boolean> => wait(milliseconds, false, { ref: false });

/** One process of a worker, as its primary sees it. */
export class WorkerProcess {
  readonly #worker: Worker;
  readonly #channel: Channel;
  #status: 'starting' | 'ready' | 'closing' = 'starting';
  #readySince: number | undefined;
  /** Resolves once it answers requests; never where it ends before. */
  readonly ready: Promise<string>;
  /** Resolves with how it ended. */
  readonly ended: Promise<End & { readonly code: number | null; readonly signal: string | null }>;

  /** `handlers` says what is done about its questions. */
  constructor(worker: Worker, handlers: Handlers) {
    this.#worker = worker;
    const isReady = deferred<string>();
    this.ready = isReady.promise;
    const ready = (address: string) => {
      this.#readySince = performance.now();
      if (this.#status === 'starting') this.#status = 'ready';
      isReady.resolve(address);
    };
    this.#channel = new Channel(messagesOf(worker.process), { ...handlers, ready });
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code: number | null, signal: string | null) => {
        this.#status = 'closing';
        const ranFor = this.#readySince === undefined ? 0 : performance.now() - this.#readySince;
        resolve({ code, signal: signal || null, ranFor });
      });
    });
  }

  get isReady(): boolean {
    return this.#status === 'ready';
  }

  /** Reloads it once it is ready; does nothing where it ends before that. Throws what it says when it cannot. */
  async reload(): Promise<void> {
    const hasEnded = await Promise.race([this.ready.then(() => false), this.ended.then(() => true)]);
    if (!hasEnded) await this.#channel.ask('reload');
  }

  /** What it is and says on a topic. */
  async report(topic: string): Promise<Pick<WorkerReport, 'pid' | 'status' | 'answer'>> {
    const { pid } = this.#worker.process;
    if (this.#status !== 'ready') return { pid, status: this.#status };
    try {
      return { pid, status: 'ready', answer: await this.#channel.ask('question', topic, ANSWER) };
    } catch {
      return { pid, status: 'silent' };
    }
  }

  /** Waits until it has answered nothing for so many milliseconds; resolves with false where it closes or ends before. */
  async isSilentFor(milliseconds: number): Promise<boolean> {
    await this.ready;
    while (this.#status === 'ready') {
      // One that ends does not answer either.
      const answered = this.#channel.ask('alive').then(
        () => true,
        () => true,
      );
      const isAlive =
        (await Promise.race([answered, late(milliseconds)])) || (await Promise.race([answered, late(ON_ITS_WAY)]));
      if (!isAlive) return this.#status === 'ready';
      await late(Math.min(PULSE, milliseconds / 3));
    }
    return false;
  }

  /** Has it finish its requests and end; with `delay` it first says for a while that it closes. */
  stop(delay: boolean): void {
    if (this.#status === 'starting') this.#worker.process.kill('SIGTERM');
    else if (this.#status === 'ready') this.#channel.tell('stop', delay);
    this.#status = 'closing';
  }

  /** Ends it at once. */
  kill(): void {
    // A connection that was handed to it now would wait for nobody.
    if (this.#worker.isConnected()) this.#worker.disconnect();
    this.#worker.process.kill('SIGKILL');
  }
}
