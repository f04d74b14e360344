/** A value at hand, or one to wait for. */
export type MaybePromise<T> = T | Promise<T>;

/** Whether a value has to be waited for. */
export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

/** Goes on with a value: at once when it is at hand, so that nothing waits a turn for what is there already. */
export function whenReady<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return isPromise(value) ? value.then(next) : next(value as T);
}

/** Does work and, where it fails at once or later, goes on with what is made of the failure. */
export function recover<T, R>(
  work: () => MaybePromise<T>,
  failed: (error: unknown) => MaybePromise<R>,
): MaybePromise<T | R> {
  try {
    const value = work();
    return isPromise(value) ? value.catch(failed) : value;
  } catch (error) {
    return failed(error);
  }
}

/** Begins work whose failure is to be met together with that of other work: what it throws is a promise too. */
export function attempt<T>(work: () => MaybePromise<T>): MaybePromise<T> {
  try {
    return work();
  } catch (error) {
    return Promise.reject(error);
  }
}

/** All of several values: at once when none has to be waited for. */
export function allReady<T>(values: readonly MaybePromise<T>[]): MaybePromise<T[]> {
  return values.some(isPromise) ? Promise.all(values) : (values as T[]);
}
