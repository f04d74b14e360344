import { types } from 'node:util';

/** Thrown for a tap, or the callback of a route, that did not answer in time. */
export class TimeoutError extends Error {
  constructor(milliseconds: number) {
    super(`it did not answer within ${milliseconds} ms`);
    this.name = 'TimeoutError';
  }
}

/**
 * Marks an error that is an answer and no failure: a tap of a hook that decides refuses by throwing it. The error objects
 * of the interface bear it.
 */
export const REFUSAL = Symbol.for('tappet.refusal');

/** Whether a value is an error by which a tap refuses. */
export const isRefusal = (value: unknown): boolean => isMarked(value, REFUSAL);

/** Whether an object bears a mark; a proxy bears none, and no code of the object is run. */
export const isMarked = (value: unknown, mark: symbol): boolean => {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return false;
  return Object.getOwnPropertyDescriptor(value, mark)?.value === true;
};

/** A tap that failed: which hook, whose tap, and what it threw. */
export interface TapFailure {
  readonly hook: string;
  readonly plugin: string;
  readonly tap: string;
  /** What it threw, as an error that can be read. */
  readonly error: Error;
}

/** Thrown out of a deciding hook when one of its taps throws: the request must fail closed. */
export class HookFailureError extends Error implements TapFailure {
  readonly hook: string;
  readonly plugin: string;
  readonly tap: string;
  readonly error: Error;
  readonly #isFailure = true;

  /** Whether a value is one; no code of the value is run. */
  static is(value: unknown): value is HookFailureError {
    return typeof value === 'object' && value !== null && #isFailure in value && value.#isFailure;
  }

  constructor({ hook, plugin, tap, error }: TapFailure) {
    super(`plugin "${plugin}" failed in hook "${hook}": ${error.message}`, { cause: error });
    this.name = 'HookFailureError';
    this.hook = hook;
    this.plugin = plugin;
    this.tap = tap;
    this.error = error;
  }
}

/** Told of every failure of a tap, whether the hook decides, so that the failure is not contained, and what was thrown itself. */
export type FailureListener = (failure: TapFailure, decides: boolean, thrown: unknown) => void;
