import { within } from '../base/deadline.ts';
import { isPromise, type MaybePromise } from '../base/maybe-promise.ts';
import { reportable } from '../base/reportable.ts';
import type { HookDeclaration } from './declare.ts';
import { type FailureListener, HookFailureError, isRefusal, TimeoutError } from './failure.ts';
import type { Instrument } from './instrument.ts';
import { asPlugin, isBuilding } from './owners.ts';
import type { Tap } from './tap.ts';
import { wrongValue } from './value.ts';

/** How long a tap may take unless its hook, the tap or configuration says another time, in milliseconds. */
export const TAP_TIMEOUT = 10_000;

/** What the hooks of a registry are made with. */
export interface HookSettings {
  /** Told of every failure of a tap. */
  readonly onFailure: FailureListener;
  /** The time that taps have, in milliseconds, where neither hook nor tap says another; `TAP_TIMEOUT` when left out. */
  readonly timeout?: number | undefined;
  /** What watches every hook. */
  readonly instruments?: readonly Instrument[];
}

/**
 * Puts the policy on failure and time around the functions of a hook's taps, before tapable gets them. A tap fails when
 * it throws, when it does not answer in time, and when it answers with a value of another kind than the filter passes on.
 * The failure is named with its plugin and passed to the listener. A hook that decides then fails with a
 * `HookFailureError`; a hook that decorates goes on as if the tap had answered nothing.
 */
export class TapGuard {
  readonly #hook: string;
  readonly #declaration: HookDeclaration;
  readonly #onFailure: FailureListener;
  readonly #timeout: number;
  readonly #isFilter: boolean;

  constructor(hook: string, declaration: HookDeclaration, { onFailure, timeout = TAP_TIMEOUT }: HookSettings) {
    this.#hook = hook;
    this.#declaration = declaration;
    this.#onFailure = onFailure;
    this.#timeout = declaration.timeout ?? timeout;
    this.#isFilter = declaration.kind === 'filter';
  }

  /** The function of a tap that answers at once, as tapable's `tap` takes it. */
  immediate(tap: Tap): (...args: unknown[]) => unknown {
    // This runs for each tap of each hook that fires: what it needs of the tap is read once, and no closure captures its
    // arguments. While a generation is built, it is followed whose code runs.
    const { fn } = tap;
    return (value, ...others) => {
      try {
        const answer = isBuilding() ? asPlugin(tap.plugin, fn, value, ...others) : fn(value, ...others);
        if (answer === undefined || (this.#isFilter && answer === value)) return answer;
        return isPromise(answer) ? this.#unawaited(tap, answer) : this.#checked(answer, value);
      } catch (error) {
        return this.#failed(tap, error);
      }
    };
  }

  /** The function of a tap that may answer with a promise; what it answers at once is answered at once. */
  waiting(tap: Tap): (...args: unknown[]) => MaybePromise<unknown> {
    const { fn } = tap;
    return (...args) => {
      try {
        const answer = isBuilding() ? asPlugin(tap.plugin, fn, ...args) : fn(...args);
        return isPromise(answer) ? this.#awaited(tap, answer, args[0]) : this.#checked(answer, args[0]);
      } catch (error) {
        return this.#failed(tap, error);
      }
    };
  }

  /** What a tap's promise settles to; it fails when that takes too long. */
  async #awaited(tap: Tap, answer: Promise<unknown>, value: unknown): Promise<unknown> {
    const timeout = tap.timeout ?? this.#timeout;
    try {
      return this.#checked(await within(answer, timeout, () => new TimeoutError(timeout)), value);
    } catch (error) {
      return this.#failed(tap, error);
    }
  }

  /** A promise of a tap for which the hook does not wait: what it fails with is the tap's failure and not the process's. */
  #unawaited(tap: Tap, answer: Promise<unknown>): undefined {
    answer.then(undefined, (error: unknown) => this.#report(tap, error));
    // A synchronous action that begins work of its own accord need not wait for it.
    if (this.#declaration.timing === 'sync' && !this.#isFilter && !this.#declaration.decides) return undefined;
    const mend = this.#declaration.timing === 'async' ? '; tap it with tapPromise()' : '';
    throw new TypeError(`it answered with a promise, for which this hook does not wait${mend}`);
  }

  /** A tap's answer, if the hook may pass it on; throws what is wrong with it. */
  #checked(answer: unknown, given: unknown): unknown {
    if (!this.#isFilter) return undefined;
    if (answer === undefined || answer === given) return answer;
    const { value, decides } = this.#declaration;
    // Where errors are no values of the hook, answering with one refuses as throwing it does.
    if (decides && value === undefined && isRefusal(answer)) throw answer;
    const wrong = wrongValue(answer, given, value);
    if (wrong !== undefined) throw wrong;
    return answer;
  }

  /** Reports a tap that failed; throws what a hook that decides then fails with. */
  #failed(tap: Tap, error: unknown): undefined {
    const { decides } = this.#declaration;
    const isReported = HookFailureError.is(error);
    if (decides && (isRefusal(error) || isReported)) throw error;
    // A hook that the tap fired has failed, and that failure has been reported.
    if (isReported) return undefined;
    const failure = this.#report(tap, error);
    if (decides) throw new HookFailureError(failure);
    return undefined;
  }

  #report(tap: Tap, error: unknown) {
    const failure = { hook: this.#hook, plugin: tap.plugin, tap: tap.name, error: reportable(error) };
    this.#onFailure(failure, this.#declaration.decides, error);
    return failure;
  }
}
