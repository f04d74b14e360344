/** How far back the rate looks, in milliseconds: items differ in size, and those that are there already take no time. */
const WINDOW = 30_000;
/** How often progress is shown at most, in milliseconds. */
const INTERVAL = 500;

interface Sample {
  readonly time: number;
  readonly position: number;
  readonly items: number;
}

/** Tells how far long work on items has come, at which rate, and how long the rest will take. */
export class Progress {
  readonly #size: number;
  readonly #done: string;
  readonly #show: (line: string) => void;
  readonly #now: () => number;
  readonly #samples: Sample[] = [];

  /**
   * `size` is where the work ends, as in bytes of a file, or 0 where that is not known; `done` is what has happened to the
   * part that lies behind: `read`. `now` is the time in milliseconds.
   */
  constructor(size: number, done: string, show: (line: string) => void, now: () => number = Date.now) {
    this.#size = size;
    this.#done = done;
    this.#show = show;
    this.#now = now;
  }

  /** Takes how far the work has come, and how many items that are; shows it from time to time. */
  at(position: number, items: number): void {
    const time = this.#now();
    const last = this.#samples.at(-1);
    if (last !== undefined && time - last.time < INTERVAL) return;
    this.#samples.push({ time, position, items });
    while (time - this.#samples[0]!.time > WINDOW && this.#samples.length > 2) this.#samples.shift();
    this.#show([...this.#parts(position, items)].join(', '));
  }

  *#parts(position: number, items: number): Generator<string> {
    if (this.#size > 0) yield `${Math.floor((position / this.#size) * 100)} % ${this.#done}`;
    yield `${items} items`;
    const first = this.#samples[0]!;
    const seconds = (this.#samples.at(-1)!.time - first.time) / 1000;
    if (seconds === 0) return;
    yield `${Math.round((items - first.items) / seconds)} a second`;
    const bytes = (position - first.position) / seconds;
    if (this.#size > 0 && bytes > 0) yield `${duration((this.#size - position) / bytes)} left`;
  }
}

/** A time as people say it: `40 s`, `3 min`, `2 h 5 min`. */
function duration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds <= 90) return `${Math.ceil(seconds)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
