import { clientOfRequest } from './client.ts';
import { PasswordsBusyError } from './errors.ts';
import { HashThread } from './hash-thread.ts';
import type { Job } from './job.ts';

type Thread = Pick<HashThread, 'run'>;

interface Waiting {
  start(thread: Thread): void;
}

/** How many threads hash, and how many jobs may wait for one of them. */
export interface QueueLimits {
  readonly threads: number;
  readonly waiting: number;
}

/** Jobs that wait for a few threads, first come first served; a job whose client has gone is dropped. */
export class HashQueue {
  readonly #limits: QueueLimits;
  readonly #makeThread: () => Thread;
  readonly #free: Thread[] = [];
  readonly #waiting = new Set<Waiting>();
  #started = 0;

  constructor(limits: QueueLimits, makeThread: () => Thread = () => new HashThread()) {
    this.#limits = limits;
    this.#makeThread = makeThread;
  }

  /** Has a job done. Throws a `PasswordsBusyError` if too many wait, or if the client that asked has gone. */
  async run(job: Job): Promise<string | boolean> {
    const thread = await this.#thread();
    try {
      return await thread.run(job);
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#free.push(thread);
      else next.start(thread);
    }
  }

  /** A thread with nothing to do, as soon as there is one. */
  #thread(): Promise<Thread> | Thread {
    const client = clientOfRequest();
    if (client?.destroyed === true) throw new PasswordsBusyError();
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#started < this.#limits.threads) {
      this.#started++;
      return this.#makeThread();
    }
    if (this.#waiting.size >= this.#limits.waiting) throw new PasswordsBusyError();
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiting);
        client?.off('close', drop);
      };
      const drop = () => {
        leave();
        reject(new PasswordsBusyError());
      };
      const waiting: Waiting = {
        start: (thread) => {
          leave();
          resolve(thread);
        },
      };
      this.#waiting.add(waiting);
      client?.on('close', drop);
    });
  }
}

const queues = new Map<string, HashQueue>();

/** The queue of these limits. All generations of a process share it, so that its bounds hold over reloads. */
export function queueOf(limits: QueueLimits): HashQueue {
  const key = `${limits.threads} ${limits.waiting}`;
  const queue = queues.get(key) ?? new HashQueue(limits);
  queues.set(key, queue);
  return queue;
}
