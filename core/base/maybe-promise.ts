/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/** Whether a value is a promise. */
export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
