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
export const isRefusal = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (value as { [REFUSAL]?: boolean })[REFUSAL] === true;

/** A tap that failed: which hook, whose tap, and what it threw. */
export interface TapFailure {
  readonly hook: string;
  readonly plugin: string;
  readonly tap: string;
  readonly error: unknown;
}

/** Thrown out of a deciding hook when one of its taps throws: the request must fail closed. */
export class HookFailureError extends Error implements TapFailure {
  readonly hook: string;
  readonly plugin: string;
  readonly tap: string;
  readonly error: unknown;

  constructor(failure: TapFailure) {
    const { hook, plugin, error } = failure;
    const reason = error instanceof Error ? error.message : String(error);
    super(`plugin "${plugin}" failed in hook "${hook}": ${reason}`, { cause: error });
    this.name = 'HookFailureError';
    this.hook = failure.hook;
    this.plugin = failure.plugin;
    this.tap = failure.tap;
    this.error = failure.error;
  }
}

/** Told of every failure of a tap, and whether the hook decides, so that the failure is not contained. */
export type FailureListener = (failure: TapFailure, decides: boolean) => void;
