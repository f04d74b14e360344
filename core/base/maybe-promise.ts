/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/** Whether a value is a promise. */
export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

/** What a function makes of a value: at once, unless the value has to be waited for. */
export const after = <T, R>(value: MaybePromise<T>, then: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  isPromise(value) ? (value as Promise<T>).then(then) : then(value);

/** The values of a list: at once, unless one of them has to be waited for. */
export const allOf = <T>(values: readonly MaybePromise<T>[]): MaybePromise<T[]> =>
  values.some(isPromise) ? Promise.all(values) : (values as T[]);
