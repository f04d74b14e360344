import { isJsonAlone } from '../json-alone.ts';
import { isSameState, type RestResponse, type WrittenState } from '../rest/response.ts';
import { type Part, PartKind } from './likeness.ts';
import type { Series } from './series.ts';

/** Neighbouring taps of a hook that are all pure, or all silent about it. */
export interface Stretch {
  readonly isPure: boolean;
  readonly isFilter: boolean;
  /** Whether they are the last ones of their hook. */
  readonly isLast: boolean;
  readonly series: Series;
}

/** An argument that is no value: its place, and what it is. */
export interface Slot {
  readonly place: number;
  readonly kind: PartKind;
}

/** What silent taps were asked once. */
export interface Question {
  /** The arguments that are values, and the numbers of those that are none. */
  readonly template: readonly unknown[];
  readonly slots: readonly Slot[];
  /** What the response was like, where one was handed over. */
  readonly state: WrittenState | undefined;
}

/** An answer: the very value that was handed over, or else a scalar, or a list or map by its JSON. */
export interface Answer {
  readonly isGiven: boolean;
  readonly scalar: unknown;
  readonly json: string | undefined;
  /** What was left of the response, where that is something else than before. */
  readonly left: WrittenState | undefined;
}

/** What silent taps were asked once, and what they answered: little, since all of it is gone through each time. */
export interface Passage extends Question {
  readonly stretch: Stretch;
  readonly answer: Answer;
}

/** The answer of taps that left everything as it was, as most do. */
export const NOTHING: Answer = Object.freeze({ isGiven: true, scalar: undefined, json: undefined, left: undefined });

/** The lists of slots by the kinds of their arguments: there are few. */
const known = new Map<string, readonly Slot[]>();

/** Which arguments are no values. */
export function slotsOf(parts: readonly Part[]): readonly Slot[] {
  const key = parts.map(({ kind }) => kind).join();
  let slots = known.get(key);
  if (slots === undefined) {
    slots = parts.map(({ kind }, place) => ({ place, kind })).filter(({ kind }) => kind !== PartKind.value);
    known.set(key, slots);
  }
  return slots;
}

const isScalar = (value: unknown): boolean =>
  value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol');

/** Takes an answer down, and what was left of a response; undefined where it cannot be told again. */
export function answerOf(answer: unknown, given: unknown, left: WrittenState | undefined): Answer | undefined {
  if (answer === given) return left === undefined ? NOTHING : { ...NOTHING, left };
  if (isScalar(answer)) return { isGiven: false, scalar: answer, json: undefined, left };
  return isJsonAlone(answer) ? { isGiven: false, scalar: undefined, json: JSON.stringify(answer), left } : undefined;
}

/** Whether taps answered as they did before. */
export function isAnswer({ isGiven, scalar, json }: Answer, answer: unknown, given: unknown): boolean {
  if (isGiven) return answer === given;
  if (json === undefined) return answer === scalar;
  return isJsonAlone(answer) && JSON.stringify(answer) === json;
}

/** What taps answered, once more. */
export function answered({ isGiven, scalar, json }: Answer, given: unknown): unknown {
  return isGiven ? given : json === undefined ? scalar : JSON.parse(json);
}

/** Whether a response is what the taps left of it the last time. */
export function isLeft({ state, answer }: Passage, response: RestResponse): boolean {
  const now = response.writtenState();
  return now !== undefined && isSameState((answer.left ?? state)!, now);
}
