import type { AsyncSeriesHook, AsyncSeriesWaterfallHook } from 'tapable';
import { isPromise, type MaybePromise } from '../base/maybe-promise.ts';

type Callback = (error: unknown, value?: unknown) => void;

/** The function of a tap as tapable's `tapAsync` takes it: its last argument is called with what the tap answers. */
export type CallingBack = (...argsAndCallback: unknown[]) => void;

/**
 * Makes a tap's function one that calls back. What it answers at once is passed on at once, so that tapable goes on to
 * the next tap without waiting.
 */
export function callingBack(fn: (...args: unknown[]) => MaybePromise<unknown>): CallingBack {
  return (...args) => {
    const callback = args.pop() as Callback;
    let answer: MaybePromise<unknown>;
    try {
      answer = fn(...args);
    } catch (error) {
      callback(error);
      return;
    }
    if (isPromise(answer)) answer.then((value) => callback(null, value), callback);
    else callback(null, answer);
  };
}

/** Makes a function that calls back one that answers with a promise. */
export const promising =
  (fn: CallingBack) =>
  (...args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      fn(...args, (error: unknown, value: unknown) => (error ? reject(error) : resolve(value)));
    });

type AsyncHook = AsyncSeriesHook<unknown[]> | AsyncSeriesWaterfallHook<unknown[]>;

/** Fires an asynchronous hook by tapable's `callAsync`: answers at once unless a tap has to be waited for. */
export function callAtOnce(hook: AsyncHook, args: unknown[], params: readonly string[]): MaybePromise<unknown> {
  // The callback comes behind all parameters, also those that were left out.
  if (args.length !== params.length) args.length = params.length;
  let called: { readonly error: unknown; readonly value: unknown } | undefined;
  let settle: Callback | undefined;
  (hook.callAsync as CallingBack)(...args, (error: unknown, value?: unknown) => {
    if (settle === undefined) called = { error, value };
    else settle(error, value);
  });
  if (called === undefined) {
    return new Promise((resolve, reject) => {
      settle = (error, value) => (error ? reject(error) : resolve(value));
    });
  }
  if (called.error) throw called.error;
  return called.value;
}
