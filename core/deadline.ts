/** How often waits are looked at, in milliseconds: one that is late ends at most this much later than it should. */
const TICK = 25;

/** A wait that is ended from outside when it is late. */
export interface Deadline {
  /** Whether it was late; what is waited for is of no interest any more. */
  readonly passed: boolean;
  /** What was waited for is there. */
  meet(): void;
}

class Waiting implements Deadline {
  passed = false;
  readonly #due: number;
  readonly #late: () => void;
  readonly #place: number;

  constructor(due: number, late: () => void) {
    this.#due = due;
    this.#late = late;
    this.#place = free.pop() ?? places.length;
    places[this.#place] = this;
  }

  meet(): void {
    if (places[this.#place] !== this) return;
    places[this.#place] = undefined;
    free.push(this.#place);
  }

  look(now: number): void {
    if (this.#due > now) return;
    this.meet();
    this.passed = true;
    this.#late();
  }
}

/**
 * The waits that are not over, each at its place, and the places that are free. A set would have a new table made at every
 * few of them; of those tables one leads to the next, and to what was waited for, until old objects are collected.
 */
const places: (Waiting | undefined)[] = [];
const free: number[] = [];
let clock: NodeJS.Timeout | undefined;
/** How often the clock ticked. Ticks and not time are counted, so that a blocked event loop makes nobody late. */
let ticks = 0;

function tick(): void {
  ticks++;
  for (const waiting of places) waiting?.look(ticks);
  if (free.length < places.length) return;
  clearInterval(clock);
  clock = undefined;
}

const NEVER: Deadline = Object.freeze({ passed: false, meet: () => undefined });

/**
 * Begins a wait of so many milliseconds, after which `late` is called unless it was met; 0 and Infinity never end. All
 * waits share one timer, which runs only while there are some.
 */
export function deadline(milliseconds: number, late: () => void): Deadline {
  if (!(milliseconds > 0 && milliseconds < Number.POSITIVE_INFINITY)) return NEVER;
  clock ??= setInterval(tick, TICK);
  return new Waiting(ticks + 1 + Math.ceil(milliseconds / TICK), late);
}

/** Answers as a promise does, or with an error if it takes longer than so many milliseconds; 0 waits for ever. */
export function within<T>(promise: Promise<T>, milliseconds: number, late: () => unknown): Promise<T> {
  if (milliseconds === 0) return promise;
  return new Promise((resolve, reject) => {
    const wait = deadline(milliseconds, () => reject(late()));
    promise.then(
      (value) => {
        wait.meet();
        resolve(value);
      },
      (error) => {
        wait.meet();
        reject(error);
      },
    );
  });
}
