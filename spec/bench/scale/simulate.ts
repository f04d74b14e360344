import { CORES, type Measured, popularity, type Scenario } from './model.ts';

/** What requests of a simulated site met with. Times are milliseconds. */
export interface Simulated {
  /** Which part of the requests that reached hosts was answered from their caches. */
  readonly hits: number;
  readonly p50: number;
  readonly p99: number;
  /** Which part of their time the cores of hosts and of what answers their statements were used. */
  readonly usage: { readonly hosts: number; readonly database: number };
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A queue before cores of which each does one thing at a time, in the order in which things come. */
class Queue {
  readonly #free: number[];
  busy = 0;

  constructor(cores: number) {
    this.#free = Array.from({ length: cores }, () => 0);
  }

  /** When something is done that comes at a time and takes so long. */
  done(at: number, takes: number): number {
    let core = 0;
    for (let other = 1; other < this.#free.length; other++) if (this.#free[other]! < this.#free[core]!) core = other;
    const end = Math.max(at, this.#free[core]!) + takes;
    this.#free[core] = end;
    this.busy += takes;
    return end;
  }
}

/** What a database is to do. */
interface Asking {
  /** When its request came; undefined for what a replica does again. */
  readonly begin?: number;
  readonly at: number;
  readonly takes: number;
  readonly queue: Queue;
}

/**
 * Simulates some requests that readers make of hosts beside writes, at random times, addresses and workers; what is done takes a
 * random time around the measured one. A host does its part before the database does its own.
 */
export function simulate(
  { hosts, replicas, writes, cdn, readers }: Scenario & { readonly readers: number },
  measured: Measured,
  { requests, seed }: { readonly requests: number; readonly seed: number },
): Simulated {
  const random = randomOf(seed);
  const around = (mean: number) => -Math.log(1 - random()) * mean;
  let sum = 0;
  const sums = popularity.map((part) => (sum += part));
  const workers = Array.from({ length: hosts * CORES.host }, () => new Queue(1));
  const primary = new Queue(CORES.database);
  const copies = Array.from({ length: replicas }, () => new Queue(CORES.database));
  /** After how many writes each worker has made each answer; -1 for never. */
  const made = new Int32Array(workers.length * sums.length).fill(-1);
  const rate = readers * (1 - cdn) + writes;
  const asking: Asking[] = [];
  const times: number[] = [];
  let [now, hits, written] = [0, 0, 0];
  for (let count = 0; count < requests; count++) {
    now += around(1000 / rate);
    const at = Math.floor(random() * workers.length);
    const worker = workers[at]!;
    if (random() < writes / rate) {
      written++;
      const end = worker.done(now, around(measured.create.host));
      asking.push({ begin: now, at: end, takes: around(measured.create.database), queue: primary });
      for (const queue of copies) asking.push({ at: end, takes: around(measured.create.database), queue });
      for (const other of workers) if (other !== worker) other.done(now, measured.heard.host);
      continue;
    }
    const key = at * sums.length + placeOf(sums, random());
    if (made[key] === written) {
      hits++;
      times.push(worker.done(now, around(measured.kept.host)) - now);
      continue;
    }
    made[key] = written;
    const end = worker.done(now, around(measured.list.host));
    const queue = copies[Math.floor(random() * copies.length)] ?? primary;
    asking.push({ begin: now, at: end, takes: around(measured.list.database), queue });
  }
  const reads = requests - written;
  for (const { begin, at, takes, queue } of asking.sort((one, other) => one.at - other.at)) {
    const end = queue.done(at, takes);
    if (begin !== undefined) times.push(end - begin);
  }
  times.sort((one, other) => one - other);
  const busy = (queues: readonly Queue[], cores: number) =>
    queues.reduce((sum, queue) => sum + queue.busy, 0) / now / (queues.length * cores);
  return {
    hits: hits / reads,
    p50: times[Math.floor(times.length * 0.5)]!,
    p99: times[Math.floor(times.length * 0.99)]!,
    usage: { hosts: busy(workers, 1), database: busy(copies.length === 0 ? [primary] : copies, CORES.database) },
  };
}

/** Where a random number lies among growing sums. */
function placeOf(sums: readonly number[], number: number): number {
  let [least, most] = [0, sums.length - 1];
  while (least < most) {
    const middle = (least + most) >> 1;
    if (sums[middle]! < number) least = middle + 1;
    else most = middle;
  }
  return least;
}
