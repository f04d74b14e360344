/** The first and the longest pause before a worker is started anew, in milliseconds. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 30_000;

/** A worker that has run for this long has ended for a reason of its own; in milliseconds. */
const STABLE = 60_000;

/** After how many starts in a row without one that succeeded it is given up, where no worker is left. */
const MOST_FAILURES = 8;

/** How a worker ended. */
export interface End {
  /** How many milliseconds it was ready for; 0 where it never was. */
  readonly ranFor: number;
}

/** Says how long to wait before a worker is started anew, and when it is of no use any more. */
export class Restarts {
  readonly #first: number;
  #pause: number;
  #failedStarts = 0;

  constructor(first = FIRST_PAUSE) {
    this.#first = first;
    this.#pause = first;
  }

  /** The pause after the end of a worker, in milliseconds: each is twice the one before until a worker has been stable. */
  pauseAfter({ ranFor }: End): number {
    if (ranFor >= STABLE) this.#pause = this.#first;
    const pause = this.#pause;
    this.#pause = Math.min(LONGEST_PAUSE, pause * 2);
    this.#failedStarts = ranFor > 0 ? 0 : this.#failedStarts + 1;
    return pause;
  }

  /** Whether so many starts have failed in a row that another would fail as well. */
  get isHopeless(): boolean {
    return this.#failedStarts >= MOST_FAILURES;
  }
}
