import { isPromise } from '../maybe-promise.ts';
import { isRestResponse, isSameState, RestResponse, type WrittenState } from '../rest/response.ts';
import { runningSpan } from '../trace/tracing.ts';
import { AGREED, type Asked, Differing, GIVEN, UNKNOWN } from './asked.ts';
import { Likeness, PartKind, RESPONSE_PART } from './likeness.ts';
import { withListener } from './listener.ts';
import {
  type Answer,
  answerOf,
  isAnswer,
  isLeft,
  NOTHING,
  type Passage,
  type Question,
  type Stretch,
  slotsOf,
} from './passage.ts';
import type { Sitters } from './posing.ts';

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
    const room = ({ state, answer }: Passage) => PASSAGE + (state?.size ?? 0) + (answer.left?.size ?? 0);
    return this.#passages.reduce((sum, passage) => sum + room(passage), this.#likeness.size);
  }

  spoil(): void {
    this.#isSpoilt = true;
  }

  hear(stretch: Stretch, args: readonly unknown[]): unknown {
    if (this.#isSpoilt) return this.#ask(stretch, args);
    const question = this.#noted(() => this.#question(args));
    const outcome = this.#ask(stretch, args);
    const given = stretch.isFilter ? args[0] : undefined;
    const answer = this.#noted(() => this.#answer(outcome, given, question?.state));
    if (question !== undefined && answer !== undefined) this.#passages.push({ stretch, ...question, answer });
    return outcome;
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
    const template = parts.map(({ kind, value, at }) => (kind === PartKind.value ? value : at));
    return { template, slots: slotsOf(parts), state };
  }

  #answer(outcome: unknown, given: unknown, state: WrittenState | undefined): Answer | undefined {
    if (isPromise(outcome)) return undefined;
    if (state === undefined) return answerOf(outcome, given, undefined);
    const left = this.#response!.writtenState();
    return left === undefined ? undefined : answerOf(outcome, given, isSameState(state, left) ? undefined : left);
  }

  #ask({ series }: Stretch, args: readonly unknown[]): unknown {
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
      const { stretch, template, slots, state, answer } = passage;
      if (state !== undefined) {
        response ??= new RestResponse();
        response.recall(state);
      }
      const args = slots.length === 0 ? template : posing.fill(template, slots, response);
      const given = stretch.isFilter ? args[0] : undefined;
      const outcome = stretch.series.run(args);
      const isAlike = answer === NOTHING ? outcome === given : isAnswer(answer, outcome, given);
      const isTouched = answer.left !== undefined || (state !== undefined && !response!.isRecalled);
      if (isAlike && !isTouched) continue;
      const isEnd = at === passages.length - 1 && stretch.isLast && stretch.isFilter && state !== undefined;
      if (isEnd && posing.isTrue()) return { agrees: false, outcome };
      if (isAlike && isLeft(passage, response!)) continue;
      // Those that follow would not see what one of them changed of what it was handed: then all are asked once more.
      if (!posing.isTrue()) return UNKNOWN;
      const restore = response?.reset(state !== undefined);
      return new Differing(passages.slice(0, at + 1), outcome === args[0] ? GIVEN : outcome, response, restore);
    }
    return posing.isTrue() ? AGREED : UNKNOWN;
  }
}
