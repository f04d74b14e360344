import { isJsonAlone } from '../json-alone.ts';
import { isPromise, type MaybePromise } from '../maybe-promise.ts';
import { isRestResponse, isSameState, RestResponse, type WrittenState } from '../rest/response.ts';
import { runningSpan } from '../trace/tracing.ts';
import { Likeness, type Part, PartKind, RESPONSE_PART } from './likeness.ts';
import type { Sitters } from './posing.ts';
import type { Series } from './series.ts';

/** Neighbouring taps of a hook that are all pure, or all silent about it. */
export interface Stretch {
  readonly isPure: boolean;
  /** Whether they are the last ones of their hook. */
  readonly isLast: boolean;
  readonly series: Series;
}

/** Hears the silent taps that something is made with. */
export interface Listener {
  /** Runs the taps of a stretch, or tells what they answered already. */
  hear(stretch: Stretch, args: unknown[], isFilter: boolean): unknown;
  /** Says that more goes on than can be told again. */
  spoil(): void;
}

let listening: Listener | undefined;

/** Who hears the silent taps of hooks at present; undefined most of the time. */
export const listener = (): Listener | undefined => listening;

/** Runs work that fires hooks with somebody who hears their silent taps, or with nobody. */
function withListener<T>(other: Listener | undefined, work: () => T): T {
  const before = listening;
  listening = other;
  try {
    return work();
  } finally {
    listening = before;
  }
}

/** What silent taps were asked once. */
interface Question {
  /** The arguments that are values, and undefined in the place of the others. */
  readonly template: readonly unknown[];
  /** The places of those that are none, and what they are. */
  readonly slots: readonly { readonly place: number; readonly part: Part }[];
  /** What the response was like, where one was handed over. */
  readonly state: WrittenState | undefined;
}

/** An answer: the very value that was handed over, or else a scalar, or a list or map by its JSON. */
interface ToldAnswer {
  readonly isGiven: boolean;
  readonly scalar: unknown;
  readonly json: string | undefined;
}

interface Answer extends ToldAnswer {
  /** What was left of the response, where one was handed over, and whether that is something else than before. */
  readonly left: WrittenState | undefined;
  readonly isChanged: boolean;
}

/** What silent taps were asked once, and what they answered. All have the same members, which engines like best. */
interface Passage extends Question, Answer {
  readonly stretch: Stretch;
  readonly isFilter: boolean;
}

/** Whether a response is what the taps left of it the last time. */
function isLeft({ left }: Passage, response: RestResponse): boolean {
  const now = response.writtenState();
  return now !== undefined && isSameState(left!, now);
}

const isScalar = (value: unknown): boolean =>
  value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol');

function answerOf(answer: unknown, given: unknown): ToldAnswer | undefined {
  if (answer === given) return { isGiven: true, scalar: undefined, json: undefined };
  if (isScalar(answer)) return { isGiven: false, scalar: answer, json: undefined };
  return isJsonAlone(answer) ? { isGiven: false, scalar: undefined, json: JSON.stringify(answer) } : undefined;
}

function isAnswer({ isGiven, scalar, json }: Passage, answer: unknown, given: unknown): boolean {
  if (isGiven) return answer === given;
  if (json === undefined) return answer === scalar;
  return isJsonAlone(answer) && JSON.stringify(answer) === json;
}

/** Characters that a passage takes beside its texts. */
const PASSAGE = 300;

/**
 * What silent taps had to say while something was made at once: each is asked again, with what it was asked before, to
 * find out whether the same would be made again. `sitters` are the objects that are others each time: the item, the
 * request. What was made then depends on nothing but what its maker knows of, and these answers.
 */
export class Transcript {
  readonly #likeness: Likeness;
  readonly #passages: Passage[] = [];
  #response: RestResponse | undefined;
  #isSpoilt = false;

  /** `shared` are objects that are the same each time although they are not frozen. */
  constructor(sitters: Sitters, shared: readonly object[] = []) {
    this.#likeness = new Likeness(sitters, shared);
  }

  /** Whether taps may be asked anew by somebody else than their hooks: not while each is to be seen at its work. */
  static isPossible(): boolean {
    return runningSpan()?.trace.details !== true;
  }

  /** Runs work, and takes down what is asked of silent taps. */
  listen<T>(work: () => T): T {
    const made = withListener(this, work);
    this.#likeness.finish();
    this.#response = undefined;
    return made;
  }

  /** Whether all of it can be told again. */
  get isWhole(): boolean {
    return !this.#isSpoilt && this.#likeness.isTrue;
  }

  /** Whether no silent taps were asked anything. */
  get isEmpty(): boolean {
    return this.#passages.length === 0;
  }

  /** How much room it takes, in characters. */
  get size(): number {
    return (
      this.#likeness.size +
      this.#passages.reduce((sum, { state, isChanged }) => sum + (state?.size ?? 0) * (isChanged ? 2 : 1) + PASSAGE, 0)
    );
  }

  spoil(): void {
    this.#isSpoilt = true;
  }

  hear(stretch: Stretch, args: unknown[], isFilter: boolean): unknown {
    if (this.#isSpoilt) return this.#ask(stretch, args);
    const asked = this.#noted(() => this.#question(args));
    const given = args[0];
    const answer = this.#ask(stretch, args);
    const known = this.#noted(() => this.#answer(answer, isFilter ? given : undefined, asked?.state));
    if (asked !== undefined && known !== undefined) this.#passages.push({ stretch, isFilter, ...asked, ...known });
    return answer;
  }

  /** What was noted; nothing, and all is spoilt, where it cannot be: looking at a value must break nothing. */
  #noted<T>(note: () => T | undefined): T | undefined {
    let noted: T | undefined;
    try {
      noted = note();
    } catch {
      noted = undefined;
    }
    if (noted === undefined) this.spoil();
    return noted;
  }

  #question(args: readonly unknown[]): Question {
    let state: WrittenState | undefined;
    const parts = args.map((arg) => {
      if (!isRestResponse(arg)) return this.#likeness.partOf(arg);
      state = this.#stateOf(arg);
      return RESPONSE_PART;
    });
    const template = parts.map(({ value }) => value);
    const slots = parts.map((part, place) => ({ place, part })).filter(({ part }) => part.kind !== PartKind.value);
    return { template, slots, state };
  }

  #answer(answer: unknown, given: unknown, state: WrittenState | undefined): Answer | undefined {
    const told = isPromise(answer) ? undefined : answerOf(answer, given);
    if (told === undefined) return undefined;
    if (state === undefined) return { ...told, left: undefined, isChanged: false };
    const left = this.#response!.writtenState();
    return left === undefined ? undefined : { ...told, left, isChanged: !isSameState(state, left) };
  }

  #ask({ series }: Stretch, args: unknown[]): unknown {
    return withListener(undefined, () => series.run(args));
  }

  #stateOf(response: RestResponse): WrittenState | undefined {
    this.#response ??= response;
    const state = response === this.#response ? response.writtenState() : undefined;
    if (state === undefined) this.spoil();
    return state;
  }

  /**
   * Asks the taps again, in the place of those sitters the present ones. Undefined where they are to be asked by their
   * hooks, as while these are watched.
   */
  ask(sitters: Sitters): Asked | undefined {
    if (this.isEmpty) return AGREED;
    if (runningSpan() !== undefined) return undefined;
    return withListener(undefined, () => this.#replay(sitters));
  }

  #replay(sitters: Sitters): Asked {
    const posing = this.#likeness.pose(sitters);
    let response: RestResponse | undefined;
    const passages = this.#passages;
    for (let at = 0; at < passages.length; at++) {
      const passage = passages[at]!;
      const { stretch, state, slots, isFilter } = passage;
      if (state !== undefined) {
        response ??= new RestResponse();
        response.recall(state);
      }
      let asked = passage.template;
      if (slots.length > 0) {
        const filled = asked.slice();
        for (let slot = 0; slot < slots.length; slot++) {
          const { place, part } = slots[slot]!;
          filled[place] = part === RESPONSE_PART ? response : posing.of(part);
        }
        asked = filled;
      }
      const given = isFilter ? asked[0] : undefined;
      const answer = stretch.series.run(asked);
      const isAsked = passage.isChanged || (state !== undefined && !response!.isRecalled);
      if (!isAsked && isAnswer(passage, answer, given)) continue;
      const isEnd = at === passages.length - 1 && stretch.isLast && isFilter && state !== undefined;
      if (isEnd) return { agrees: false, outcome: answer };
      if (isAsked && isAnswer(passage, answer, given) && isLeft(passage, response!)) continue;
      // Those that follow would not see what one of them changed of what it was handed: then all are asked once more.
      if (!posing.isTrue()) return UNKNOWN;
      const restore = response?.reset(state !== undefined);
      return new Differing(passages.slice(0, at + 1), answer === asked[0] ? GIVEN : answer, response, restore);
    }
    return posing.isTrue() ? AGREED : UNKNOWN;
  }
}

/** Stands for an answer that was the value which was handed over. */
const GIVEN = Symbol('given');

/** What silent taps answered that were asked again. */
export interface Asked {
  /** Whether all of it was as before. */
  readonly agrees: boolean;
  /** What the last of them answered with, where it differs and nothing comes behind it. */
  readonly outcome?: unknown;
  /** Makes anew what was made: taps that were asked are not asked again. `work` is given the response to begin with. */
  goOn?<T>(work: (response: RestResponse | undefined) => T): T;
}

const AGREED: Asked = Object.freeze({ agrees: true });
const UNKNOWN: Asked = Object.freeze({ agrees: false });

/** Answers that differ from those before: what is made anew is made with them, and asks the taps that follow. */
class Differing implements Asked, Listener {
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

  hear(stretch: Stretch, args: unknown[]): unknown {
    const at = this.#at++;
    const passage = this.#passages[at];
    if (passage?.stretch !== stretch) {
      this.#at = this.#passages.length;
      return withListener(undefined, () => stretch.series.run(args));
    }
    if (at === this.#passages.length - 1) {
      this.#restore?.();
      return this.#answer === GIVEN ? args[0] : this.#answer;
    }
    const { isGiven, scalar, json } = passage;
    return isGiven ? args[0] : json === undefined ? scalar : JSON.parse(json);
  }

  spoil(): void {}
}

/** Runs the taps of a hook in their stretches, the silent ones by whoever hears them. */
export function runHeard(
  stretches: readonly Stretch[],
  args: unknown[],
  isFilter: boolean,
  hearer: Listener,
): MaybePromise<unknown> {
  for (let at = 0; at < stretches.length; at++) {
    const stretch = stretches[at]!;
    const answer = stretch.isPure ? stretch.series.run(args) : hearer.hear(stretch, args, isFilter);
    if (isPromise(answer)) return runOn(stretches, args, isFilter, hearer, at, answer);
    if (isFilter) args[0] = answer;
  }
  return isFilter ? args[0] : undefined;
}

/** Goes on when one has to be waited for: by then something else may be made, so that nobody hears. */
async function runOn(
  stretches: readonly Stretch[],
  args: unknown[],
  isFilter: boolean,
  hearer: Listener,
  at: number,
  answer: Promise<unknown>,
): Promise<unknown> {
  hearer.spoil();
  const first = await answer;
  if (isFilter) args[0] = first;
  for (const { series } of stretches.slice(at + 1)) {
    const next = await series.run(args);
    if (isFilter) args[0] = next;
  }
  return isFilter ? args[0] : undefined;
}
