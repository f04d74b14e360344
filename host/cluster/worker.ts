import cluster from 'node:cluster';
import { type Deferred, deferred } from '../../core/base/index.ts';
import { ConfigError } from '../config/settings.ts';
import { Channel, messagesOf } from './channel.ts';
import type { WorkerReport, Workers } from './workers.ts';

/** The variable that tells a process the number of the worker that it is. */
export const WORKER_VARIABLE = 'TAPPET_WORKER';

/** What a worker does when its primary asks. */
export interface WorkerDuties {
  reload(): Promise<void>;
  /** The answer of the running generation on a topic. */
  answer(topic: string): Promise<unknown>;
}

/** This process as a worker: what it tells its primary, and what it is told. */
export class OwnWorker implements Workers {
  readonly number: number;
  /** Resolves once it is to end: with whether it is to say so for a while before its port closes. */
  readonly stopped: Promise<boolean>;
  readonly #channel: Channel;
  readonly #duties: Deferred<WorkerDuties> = deferred();

  constructor(number: number) {
    this.number = number;
    const stopped = deferred<boolean>();
    this.stopped = stopped.promise;
    this.#channel = new Channel(messagesOf(process), {
      stop: (delay: boolean) => stopped.resolve(delay),
      reload: async () => (await this.#duties.promise).reload(),
      question: async (topic: string) => (await this.#duties.promise).answer(topic),
    });
    // A terminal sends these to all processes of its group; the primary says what they mean.
    for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  }

  ask(topic: string): Promise<WorkerReport[]> {
    return this.#channel.ask('workers', topic);
  }

  /** Prints a line, where this worker is the first one. */
  print(line: string): void {
    this.#channel.tell('print', line);
  }

  /** Tells the primary that this worker answers requests at an address, and begins to do what it asks. */
  begin(address: string, duties: WorkerDuties): void {
    this.#duties.resolve(duties);
    this.#channel.tell('ready', address);
    // A signal to this process alone ends it once another has taken its place.
    process.on('SIGTERM', () => this.#channel.tell('replace'));
  }
}

/** This process as a worker of a primary of ours; undefined where it is none. */
export function ownWorker(): OwnWorker | undefined {
  if (!cluster.isWorker) return undefined;
  const number = Number(process.env[WORKER_VARIABLE]);
  // What this process starts is no worker.
  delete process.env[WORKER_VARIABLE];
  if (number > 0) return new OwnWorker(number);
  throw new ConfigError('workers: another program has started this process as one of its workers; leave --workers out');
}
