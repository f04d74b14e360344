import { deferred } from '../../../core/base/deferred.ts';
import { Connection } from './connection.ts';
import type { LoadJob, LoadResult } from './job.ts';
import { wireOf } from './wire.ts';

/** How long the generator waits for any answer, in milliseconds. */
const SILENCE = 120_000;

/** The counters of a running job. */
class Count {
  readonly times: number[] = [];
  readonly statuses: Record<string, number> = {};
  readonly ended: Promise<void>;
  readonly #end: (reason?: Error) => void;
  // The open connections keep the process going for as long as answers are waited for; the timer alone does not.
  readonly #silence = setTimeout(() => this.#end(new Error('no answer came for two minutes')), SILENCE).unref();
  #sent = 0;
  #most: number;

  constructor(most: number) {
    this.#most = most;
    const { promise, resolve, reject } = deferred();
    this.ended = promise;
    // A failure before the job is awaited must not be an unhandled rejection.
    promise.catch(() => undefined);
    this.#end = (reason) => {
      clearTimeout(this.#silence);
      if (reason === undefined) resolve();
      else reject(reason);
    };
  }

  /** Whether one more request is sent; it is counted as sent. */
  takeOne(): boolean {
    if (this.#sent >= this.#most) return false;
    this.#sent++;
    return true;
  }

  add(status: number, time: number): void {
    this.times.push(time);
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    this.#silence.refresh();
    if (this.times.length >= this.#most) this.#end();
  }

  fail(reason: Error): void {
    this.#end(reason);
  }

  /** Stops sending and waits for pending answers, so that all of the server's work is counted. */
  timeIsOver(): void {
    this.#most = this.#sent;
    if (this.times.length >= this.#most) this.#end();
  }
}

/** Opens a connection that sends each request after the answer to the last one; returns the function that starts it. */
async function worker(url: URL, wires: readonly (() => string)[], first: number, count: Count) {
  let next = first;
  let since = 0;
  const send = (): void => {
    if (!count.takeOne()) return;
    const text = wires[next++ % wires.length]!();
    since = performance.now();
    connection.send(text);
  };
  const connection = await Connection.open(url, {
    answered: (status) => {
      count.add(status, performance.now() - since);
      send();
    },
    failed: (reason) => count.fail(reason),
  });
  return { start: send, close: () => connection.close() };
}

/**
 * Runs a job until its last answer. Throws if the server cannot be reached, closes a connection, or does not answer for
 * two minutes.
 */
export async function run({ url, requests, connections, seconds, amount }: LoadJob): Promise<LoadResult> {
  const address = new URL(url);
  const wires = requests.map((request) => wireOf(request, address.host));
  const count = new Count(amount ?? Number.POSITIVE_INFINITY);
  // Each connection begins at another request, so that they do not all write at once.
  const firsts = Array.from({ length: connections }, (_, at) => Math.floor((at * wires.length) / connections));
  const workers = await Promise.all(firsts.map((first) => worker(address, wires, first, count)));
  const [started, used] = [performance.now(), process.cpuUsage()];
  const over = seconds === undefined ? undefined : setTimeout(() => count.timeIsOver(), seconds * 1000);
  for (const { start } of workers) start();
  try {
    await count.ended;
  } finally {
    clearTimeout(over);
    for (const { close } of workers) close();
  }
  const elapsed = performance.now() - started;
  const { user, system } = process.cpuUsage(used);
  return { ...figuresOf(count, elapsed), busy: (user + system) / 1000 / elapsed };
}

function figuresOf({ times, statuses }: Count, elapsed: number): Omit<LoadResult, 'busy'> {
  const sorted = times.sort((one, two) => one - two);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  const good = Object.entries(statuses).reduce((sum, [status, n]) => (status.startsWith('2') ? sum + n : sum), 0);
  return {
    requests: times.length,
    rate: (good * 1000) / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    statuses,
    failures: times.length - good,
  };
}
