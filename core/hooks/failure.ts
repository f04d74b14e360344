/** Thrown for what did not answer in time. */
export class TimeoutError extends Error {
  constructor(milliseconds: number) {
    super(`it did not answer within ${milliseconds} ms`);
    this.name = 'TimeoutError';
  }
}

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

/** Told of every failure of a tap, whether it was contained or not. */
export type FailureListener = (failure: TapFailure) => void;
