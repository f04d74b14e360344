/** A value at hand, or one to wait for. */
export type MaybePromise<T> = T | Promise<T>;

/** Whether a value has to be waited for. */
export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

/** Goes on with a value: at once when it is at hand, so that nothing waits a turn for what is there already. */
export function whenReady<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return isPromise(value) ? value.then(next) : next(value as T);
}

/** All of several values: at once when none has to be waited for. */
export function allReady<T>(values: readonly MaybePromise<T>[]): MaybePromise<T[]> {
  return values.some(isPromise) ? Promise.all(values) : (values as T[]);
}
