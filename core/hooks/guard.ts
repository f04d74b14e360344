import { isPromise } from '../maybe-promise.ts';
import { isRestError } from '../rest/error.ts';
import type { HookDeclaration } from './declare.ts';
import { type FailureListener, HookFailureError } from './failure.ts';
import type { Tap } from './tap.ts';

type TapFunction = Tap['fn'];

/**
 * Stands between a hook and its taps: what a tap throws is named with its plugin and told to the listener. A hook that
 * decides then fails with a `HookFailureError`; a hook that decorates goes on as if the tap had answered nothing.
 */
export class TapGuard {
  readonly #hook: string;
  readonly #declaration: HookDeclaration;
  readonly #onFailure: FailureListener;

  constructor(hook: string, declaration: HookDeclaration, onFailure: FailureListener) {
    this.#hook = hook;
    this.#declaration = declaration;
    this.#onFailure = onFailure;
  }

  /** The function of a tap for a synchronous hook. */
  sync(tap: Tap): TapFunction {
    return (...args) => {
      try {
        return tap.fn(...args);
      } catch (error) {
        return this.#failed(tap, error);
      }
    };
  }

  /**
   * The function of a tap for an asynchronous hook, which is given tapable's callback last. A tap that answers at once
   * is passed on at once; only a promise is waited for.
   */
  async(tap: Tap): TapFunction {
    return (...args) => {
      const pass = args.pop() as (error: unknown, value?: unknown) => void;
      const fail = (error: unknown) => {
        try {
          pass(null, this.#failed(tap, error));
        } catch (refusal) {
          pass(refusal);
        }
      };
      let answer: unknown;
      try {
        answer = tap.fn(...args);
      } catch (error) {
        return fail(error);
      }
      if (isPromise(answer)) answer.then((value) => pass(null, value), fail);
      else pass(null, answer);
    };
  }

  #failed(tap: Tap, error: unknown): undefined {
    // An error object of the interface is an answer, not a failure: a deciding hook may refuse with it.
    if (this.#declaration.decides && (isRestError(error) || error instanceof HookFailureError)) throw error;
    const failure = { hook: this.#hook, plugin: tap.plugin, tap: tap.name, error };
    this.#onFailure(failure);
    if (this.#declaration.decides) throw new HookFailureError(failure);
    return undefined;
  }
}
