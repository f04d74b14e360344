import type { MessagePort, Worker } from 'node:worker_threads';
import { isPromise } from '../../core/base/index.ts';
import { isRestRequest, type PluginHost, type RestRequest } from '../../core/index.ts';
import { answerTo } from './answer-worker.ts';
import type {
  Described,
  FromWorker,
  Outcome,
  Question,
  SetupInput,
  TapRecord,
  ToWorker,
  WorkerStart,
} from './messages.ts';
import type { IsolationSettings } from './settings.ts';
import { startWorker } from './start-worker.ts';
import { errorOf, errorState, post, toCrossing } from './values.ts';

/** How long a worker may take to load its plugin, and to set it up, in milliseconds. */
const START_TIMEOUT = 30_000;

/** How long to wait for a `pong` that may already be in the queue, in milliseconds. */
const GRACE = 20;

interface Call {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One worker of an isolated plugin; it is not started again once it has ended. */
export class Isolate {
  /** The data of the plugin's definition, without its functions. */
  readonly described: Promise<Described & { readonly isolated?: boolean }>;
  /** Resolves with the reason when the worker has ended. */
  readonly ended: Promise<Error>;
  readonly #worker: Worker;
  readonly #timeout: number;
  readonly #calls = new Map<number, Call>();
  readonly #requests = new Map<number, RestRequest>();
  #host: PluginHost | undefined;
  #port: MessagePort | undefined;
  #flag: Int32Array | undefined;
  #last = 0;
  #ping = 0;
  #pong = 0;
  #watch: NodeJS.Timeout | undefined;
  #over: Error | undefined;
  #end: (reason: Error) => void = () => undefined;

  constructor(start: WorkerStart, { memory, timeout }: IsolationSettings) {
    this.#timeout = timeout;
    this.#worker = startWorker(start, memory);
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    const limit = `${Math.ceil(memory / 2 ** 20)} MB`;
    this.described = new Promise((resolve, reject) => {
      this.#calls.set(0, { resolve: resolve as Call['resolve'], reject });
    });
    this.described.catch(() => undefined);
    this.#worker.on('message', (message: FromWorker) => this.#take(message));
    // A plugin may throw anything, null too.
    this.#worker.on('error', (error: NodeJS.ErrnoException | null) => {
      const isMemory = error?.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.stop(isMemory ? `used more than ${limit} of memory` : `failed: ${errorState(error).message}`);
    });
    this.#worker.on('exit', (code) => this.stop(`exited with code ${code}`));
    this.#onTimeout(
      START_TIMEOUT,
      () => this.stop(`did not load its plugin within ${START_TIMEOUT} ms`),
      this.described,
    );
  }

  /** Why the worker has ended, if it has. */
  get over(): Error | undefined {
    return this.#over;
  }

  /** Runs the plugin's setup and returns its taps. From then on, `host` answers the worker's questions. */
  async setUp(host: PluginHost, input: SetupInput): Promise<TapRecord[]> {
    await this.described;
    this.#host = host;
    const taps = this.#send((id) => ({ type: 'setup', id, input }));
    this.#onTimeout(START_TIMEOUT, () => this.stop(`did not set its plugin up within ${START_TIMEOUT} ms`), taps);
    return (await taps) as TapRecord[];
  }

  /** Calls a function of the plugin; returns a crossing, or the registrations of `rest_api_init`. */
  call(fn: number, args: readonly unknown[]): Promise<unknown> {
    const request = args.find(isRestRequest);
    const called = this.#send((id) => {
      if (request !== undefined) this.#requests.set(id, request);
      return { type: 'call', id, fn, args: args.map((value) => toCrossing(value, id)) };
    });
    this.#startPings();
    return called;
  }

  /** Ends the worker; all pending calls fail. */
  stop(reason: string): void {
    if (this.#over !== undefined) return;
    this.#over = new Error(`its worker ${reason}`);
    clearInterval(this.#watch);
    this.#port?.close();
    void this.#worker.terminate();
    for (const { reject } of this.#calls.values()) reject(this.#over);
    this.#calls.clear();
    this.#requests.clear();
    this.#end(this.#over);
  }

  #send(message: (id: number) => ToWorker): Promise<unknown> {
    if (this.#over !== undefined) return Promise.reject(this.#over);
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#worker.ref();
      try {
        post(this.#worker, message(id));
      } catch (error) {
        this.#settle(id, { error: errorState(error) });
      }
    });
  }

  #take(message: FromWorker): void {
    switch (message.type) {
      case 'loaded':
        this.#port = message.port as MessagePort;
        this.#port.unref();
        this.#flag = message.flag;
        this.#settle(0, message.outcome);
        break;
      case 'result':
        this.#settle(message.id, message.outcome);
        break;
      case 'pong':
        this.#pong = message.id;
        break;
      case 'log': {
        const { level, details, message: text } = message;
        this.#host?.log[level](details as object, text as string);
        break;
      }
      case 'question':
        this.#answer(message.question);
    }
  }

  #settle(id: number, outcome: Outcome): void {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    this.#requests.delete(id);
    if (this.#calls.size === 0) {
      clearInterval(this.#watch);
      this.#watch = undefined;
      this.#worker.unref();
    }
    if ('error' in outcome) call?.reject(errorOf(outcome.error as never));
    else call?.resolve((outcome as { value: unknown }).value);
  }

  /** Answers a question; when the answer is a promise, the worker gets the number with which it is sent later. */
  #answer(question: Question): void {
    let outcome: Outcome;
    try {
      if (this.#host === undefined) throw new Error('services and hooks are there in setup and later');
      const answer = answerTo(question, this.#host, this.#requests);
      if (isPromise(answer)) {
        const id = ++this.#last;
        outcome = { later: id };
        answer.then(
          (value) => this.#sendLater(id, { value }),
          (error) => this.#sendLater(id, { error: errorState(error) }),
        );
      } else outcome = { value: answer };
    } catch (error) {
      outcome = { error: errorState(error) };
    }
    try {
      post(this.#port!, outcome);
    } catch (error) {
      post(this.#port!, { error: errorState(error) });
    }
    Atomics.store(this.#flag!, 0, 1);
    Atomics.notify(this.#flag!, 0);
  }

  #sendLater(id: number, outcome: Outcome): void {
    if (this.#over !== undefined) return;
    try {
      post(this.#worker, { type: 'settled', id, outcome });
    } catch (error) {
      post(this.#worker, { type: 'settled', id, outcome: { error: errorState(error) } });
    }
  }

  /** While calls are pending, checks again and again that the worker's event loop is not blocked. */
  #startPings(): void {
    if (this.#timeout === 0 || this.#watch !== undefined || this.#over !== undefined) return;
    // Shorter than the timeout of a tap, so that the tap fails with this reason.
    const pause = this.#timeout * 0.9;
    this.#sendPing();
    this.#watch = setInterval(() => {
      if (this.#pong === this.#ping) return this.#sendPing();
      const sent = this.#ping;
      setTimeout(() => {
        if (this.#pong < sent) this.stop(`was blocked for ${this.#timeout} ms`);
      }, GRACE);
    }, pause);
  }

  #sendPing(): void {
    post(this.#worker, { type: 'ping', id: ++this.#ping });
  }

  /** Calls a function if a promise is not settled in time. */
  #onTimeout(time: number, late: () => void, promise: Promise<unknown>): void {
    const timer = setTimeout(late, time);
    promise.then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
  }
}
