import { isPromise } from '../base/maybe-promise.ts';

/** What a filter's value must be where the value itself does not show it: words that continue "must be", and a test. */
export interface ValueRule {
  readonly must: string;
  readonly test: (value: unknown) => boolean;
}

/**
 * Says what a filter's value must be: `mustBe('false or the id of a user', (value) => …)`.
 *
 * @param must words that continue "must be" in an error message
 * @param test whether a value is one
 * @returns the rule, for `value` in the declaration of a filter
 */
export const mustBe = (must: string, test: ValueRule['test']): ValueRule => Object.freeze({ must, test });

/** Says that a filter's value may be anything. */
export const anyValue: ValueRule = mustBe('anything', () => true);

/** What kind of value something is, as errors name it. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object') return typeof value === 'undefined' ? 'nothing' : `a ${typeof value}`;
  const made = classOf(value);
  return made === undefined ? 'an object' : `a ${made.name}`;
}

/** The class of an object; undefined for a plain one. */
function classOf(value: object): (new (...args: never[]) => unknown) | undefined {
  const prototype = Object.getPrototypeOf(value) as { constructor?: unknown } | null;
  if (prototype === null || prototype === Object.prototype) return undefined;
  const made = prototype.constructor;
  return typeof made === 'function' ? (made as new () => unknown) : undefined;
}

/** Whether a value may stand in the place of another: it is of the same kind, and of the same class where there is one. */
function isAlike(answer: unknown, given: unknown): boolean {
  if (given === null || given === undefined) return true;
  if (typeof answer !== typeof given || answer === null) return false;
  if (typeof given !== 'object') return true;
  if (Array.isArray(given)) return Array.isArray(answer);
  if (Array.isArray(answer)) return false;
  const made = classOf(given);
  return made === undefined || answer instanceof made;
}

/**
 * What is wrong with the answer of a filter's tap; undefined when nothing is. Without a rule, an answer must be of the
 * kind of the value that it takes the place of: a text for a text, a list for a list, a response for a response.
 */
export function wrongValue(answer: unknown, given: unknown, rule: ValueRule | undefined): TypeError | undefined {
  if (answer === given) return undefined;
  if (rule === undefined ? isAlike(answer, given) : rule.test(answer)) return undefined;
  const what = isPromise(answer) ? 'a promise' : kindOf(answer);
  return new TypeError(`it answered with ${what} where ${rule?.must ?? kindOf(given)} is passed on`);
}
