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

  constructor(due: number, late: () => void) {
    this.#due = due;
    this.#late = late;
  }

  meet(): void {
    pending.delete(this);
  }

  look(now: number): void {
    if (this.#due > now) return;
    pending.delete(this);
    this.passed = true;
    this.#late();
  }
}

const pending = new Set<Waiting>();
let clock: NodeJS.Timeout | undefined;
/** How often the clock ticked. Ticks and not time are counted, so that a blocked event loop makes nobody late. */
let ticks = 0;

function tick(): void {
  ticks++;
  for (const waiting of pending) waiting.look(ticks);
  if (pending.size > 0) return;
  clearInterval(clock);
  clock = undefined;
}

const NEVER: Deadline = Object.freeze({ passed: false, meet: () => undefined });

/**
 * Begins a wait of so many milliseconds, after which `late` is called unless it was met; 0 and Infinity never end. All
 * waits share one timer, which runs only while there are some: a wait costs an entry in a set.
 */
export function deadline(milliseconds: number, late: () => void): Deadline {
  if (!(milliseconds > 0 && milliseconds < Number.POSITIVE_INFINITY)) return NEVER;
  clock ??= setInterval(tick, TICK);
  const waiting = new Waiting(ticks + 1 + Math.ceil(milliseconds / TICK), late);
  pending.add(waiting);
  return waiting;
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
