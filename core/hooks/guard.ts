import { deadline } from '../deadline.ts';
import { isPromise, type MaybePromise } from '../maybe-promise.ts';
import { isRestError } from '../rest/error.ts';
import type { HookDeclaration } from './declare.ts';
import { type FailureListener, HookFailureError, TimeoutError } from './failure.ts';
import type { Tap } from './tap.ts';
import { wrongValue } from './value.ts';

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
  readonly #isSync: boolean;

  /** With the time that its taps have, in milliseconds, where neither hook nor tap says. */
  constructor(hook: string, declaration: HookDeclaration, onFailure: FailureListener, timeout = TAP_TIMEOUT) {
    this.#hook = hook;
    this.#declaration = declaration;
    this.#onFailure = onFailure;
    this.#timeout = declaration.timeout ?? timeout;
    this.#isFilter = declaration.kind === 'filter';
    this.#isSync = declaration.timing === 'sync';
  }

  /**
   * What is passed on of an answer that a tap gave in place of a value: undefined when it may not be. On a synchronous
   * hook at once, on an asynchronous one when it is there, or when it takes too long.
   */
  take(tap: Tap, answer: unknown, given: unknown): MaybePromise<unknown> {
    if (isPromise(answer)) return this.#isSync ? this.#dropped(tap, answer) : this.#awaited(tap, answer, given);
    try {
      return this.#checked(answer, given);
    } catch (error) {
      return this.failed(tap, error);
    }
  }

  /** Tells of a tap that failed; throws what a hook that decides then fails with. */
  failed(tap: Tap, error: unknown): undefined {
    // An error object of the interface is an answer, not a failure: a deciding hook may refuse with it.
    if (this.#declaration.decides && (isRestError(error) || error instanceof HookFailureError)) throw error;
    // A hook that the tap fired has failed, which has been told of whose fault it is.
    if (error instanceof HookFailureError) return undefined;
    const failure = this.#tell(tap, error);
    if (this.#declaration.decides) throw new HookFailureError(failure);
    return undefined;
  }

  /** A promise for which the hook does not wait; what it fails with is the tap's failure and not the process's. */
  #dropped(tap: Tap, answer: Promise<unknown>): undefined {
    answer.then(undefined, (error: unknown) => this.#tell(tap, error));
    if (!this.#isFilter && !this.#declaration.decides) return undefined;
    return this.failed(tap, new TypeError('it answered with a promise, for which this hook does not wait'));
  }

  #awaited(tap: Tap, answer: Promise<unknown>, given: unknown): Promise<unknown> {
    const timeout = tap.timeout ?? this.#timeout;
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => {
        try {
          resolve(this.failed(tap, error));
        } catch (refusal) {
          reject(refusal);
        }
      };
      const wait = deadline(timeout, () => fail(new TimeoutError(timeout)));
      const settled = (settle: () => void) => {
        if (wait.passed) return;
        wait.meet();
        try {
          settle();
        } catch (error) {
          fail(error);
        }
      };
      answer.then(
        (value) => settled(() => resolve(this.#checked(value, given))),
        (error) => settled(() => fail(error)),
      );
    });
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

  #tell(tap: Tap, error: unknown) {
    const failure = { hook: this.#hook, plugin: tap.plugin, tap: tap.name, error };
    this.#onFailure(failure);
    return failure;
  }
}
