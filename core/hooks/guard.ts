import { deadline } from '../deadline.ts';
import { isPromise } from '../maybe-promise.ts';
import { isRestError } from '../rest/error.ts';
import type { HookDeclaration } from './declare.ts';
import { type FailureListener, HookFailureError, TimeoutError } from './failure.ts';
import type { Tap } from './tap.ts';
import { wrongValue } from './value.ts';

type TapFunction = Tap['fn'];

/** How long a tap may take unless something else is said, in milliseconds. */
export const TAP_TIMEOUT = 10_000;

/**
 * Stands between a hook and its taps. A tap fails when it throws, when it does not answer in time, and when a filter's
 * answers with a value of another kind than the hook passes on. The failure is named with its plugin and told to the
 * listener. A hook that decides then fails with a `HookFailureError`; a hook that decorates goes on as if the tap had
 * answered nothing.
 */
export class TapGuard {
  readonly #hook: string;
  readonly #declaration: HookDeclaration;
  readonly #onFailure: FailureListener;
  readonly #timeout: number;
  readonly #isFilter: boolean;

  /** With the time that its taps have, in milliseconds, where neither hook nor tap says. */
  constructor(hook: string, declaration: HookDeclaration, onFailure: FailureListener, timeout = TAP_TIMEOUT) {
    this.#hook = hook;
    this.#declaration = declaration;
    this.#onFailure = onFailure;
    this.#timeout = declaration.timeout ?? timeout;
    this.#isFilter = declaration.kind === 'filter';
  }

  /** The function of a tap for a synchronous hook. */
  sync(tap: Tap): TapFunction {
    return (...args) => {
      let answer: unknown;
      try {
        answer = tap.fn(...args);
        if (!isPromise(answer)) return this.#checked(answer, args[0]);
      } catch (error) {
        return this.#failed(tap, error);
      }
      // Nobody waits for it; what it fails with is the tap's failure and not the process's.
      const late = (error: unknown) => this.#tell(tap, error);
      answer.then(undefined, late);
      const { decides } = this.#declaration;
      if (!this.#isFilter && !decides) return undefined;
      return this.#failed(tap, new TypeError('it answered with a promise, for which this hook does not wait'));
    };
  }

  /**
   * The function of a tap for an asynchronous hook, which is given tapable's callback last. A tap that answers at once
   * is passed on at once; only a promise is waited for.
   */
  async(tap: Tap): TapFunction {
    const timeout = tap.timeout ?? this.#timeout;
    return (...args) => {
      const pass = args.pop() as (error: unknown, value?: unknown) => void;
      const [given] = args;
      const fail = (error: unknown) => {
        let instead: unknown;
        try {
          instead = this.#failed(tap, error);
        } catch (refusal) {
          return pass(refusal);
        }
        pass(null, instead);
      };
      const take = (value: unknown) => {
        let checked: unknown;
        try {
          checked = this.#checked(value, given);
        } catch (error) {
          return fail(error);
        }
        pass(null, checked);
      };
      let answer: unknown;
      try {
        answer = tap.fn(...args);
      } catch (error) {
        return fail(error);
      }
      if (!isPromise(answer)) return take(answer);
      const wait = deadline(timeout, () => fail(new TimeoutError(timeout)));
      answer.then(
        (value) => {
          if (wait.passed) return;
          wait.meet();
          take(value);
        },
        (error) => {
          if (wait.passed) return;
          wait.meet();
          fail(error);
        },
      );
    };
  }

  /** A tap's answer, if it may be passed on; throws what is wrong with it. */
  #checked(answer: unknown, given: unknown): unknown {
    if (!this.#isFilter || answer === undefined || answer === given) return answer;
    const { value, decides } = this.#declaration;
    // Where errors are no values of the hook, to answer with one refuses as to throw it does.
    if (decides && value === undefined && isRestError(answer)) throw answer;
    const wrong = wrongValue(answer, given, value);
    if (wrong !== undefined) throw wrong;
    return answer;
  }

  #failed(tap: Tap, error: unknown): undefined {
    // An error object of the interface is an answer, not a failure: a deciding hook may refuse with it.
    if (this.#declaration.decides && (isRestError(error) || error instanceof HookFailureError)) throw error;
    const failure = this.#tell(tap, error);
    if (this.#declaration.decides) throw new HookFailureError(failure);
    return undefined;
  }

  #tell(tap: Tap, error: unknown) {
    const failure = { hook: this.#hook, plugin: tap.plugin, tap: tap.name, error };
    this.#onFailure(failure);
    return failure;
  }
}
