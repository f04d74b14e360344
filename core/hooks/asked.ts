import type { RestResponse } from '../rest/response.ts';
import { type Listener, withListener } from './listener.ts';
import { answered, type Passage, type Stretch } from './passage.ts';

/** What silent taps answered that were asked again. */
export interface Asked {
  /** Whether all of it was as before. */
  readonly agrees: boolean;
  /** What the last of them answered with, where it differs and nothing comes behind it. */
  readonly outcome?: unknown;
  /** Makes anew what was made: taps that were asked are not asked again. `work` is given the response to begin with. */
  goOn?<T>(work: (response: RestResponse | undefined) => T): T;
}

/** All was answered as before. */
export const AGREED: Asked = Object.freeze({ agrees: true });

/** Something is another than before, and it is not known what: all has to be asked once more. */
export const UNKNOWN: Asked = Object.freeze({ agrees: false });

/** Stands for an answer that was the value which was handed over. */
export const GIVEN = Symbol('given');

/** Answers that differ from those before: what is made anew is made with them, and asks the taps that follow. */
export class Differing implements Asked, Listener {
  readonly agrees = false;
  readonly #passages: readonly Passage[];
  readonly #answer: unknown;
  readonly #response: RestResponse | undefined;
  /** Makes the response what the last of them left. */
  readonly #restore: (() => void) | undefined;
  #at = 0;

  constructor(
    passages: readonly Passage[],
    answer: unknown,
    response: RestResponse | undefined,
    restore: (() => void) | undefined,
  ) {
    this.#passages = passages;
    this.#answer = answer;
    this.#response = response;
    this.#restore = restore;
  }

  goOn<T>(work: (response: RestResponse | undefined) => T): T {
    return withListener(this, () => work(this.#response));
  }

  hear(stretch: Stretch, args: readonly unknown[]): unknown {
    const at = this.#at++;
    const passage = this.#passages[at];
    if (passage?.stretch !== stretch) {
      this.#at = this.#passages.length;
      return withListener(undefined, () => stretch.series.run(args));
    }
    if (at < this.#passages.length - 1) return answered(passage.answer, args[0]);
    this.#restore?.();
    return this.#answer === GIVEN ? args[0] : this.#answer;
  }

  spoil(): void {}
}
