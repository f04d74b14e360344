import { isPromise, type MaybePromise } from '../maybe-promise.ts';
import type { HookKind } from './declare.ts';
import type { TapGuard } from './guard.ts';
import type { Tap } from './tap.ts';

/** A compiled hook: runs its taps one after another with a list of arguments of its own, and answers with a filter's value. */
export type Series = (args: unknown[]) => MaybePromise<unknown>;

/**
 * Compiles the taps of a hook of `count` parameters. What a tap answers takes the place of a filter's value unless it
 * is nothing; of an action nothing is answered. No promise is made before a tap answers with one.
 */
export function compileSeries(taps: readonly Tap[], guard: TapGuard, kind: HookKind, count: number): Series {
  const isFilter = kind === 'filter';
  const functions = taps.map(({ fn }) => fn);

  const goOn = (args: unknown[], from: number): MaybePromise<unknown> => {
    for (let at = from; at < functions.length; at++) {
      let answer: unknown;
      try {
        answer = callWith(functions[at]!, args);
      } catch (error) {
        guard.failed(taps[at]!, error);
        continue;
      }
      // Most taps leave the value as it is.
      if (answer === undefined || (isFilter && answer === args[0])) continue;
      const taken = guard.take(taps[at]!, answer, args[0]);
      if (isPromise(taken)) {
        return taken.then((value) => {
          if (isFilter && value !== undefined) args[0] = value;
          return goOn(args, at + 1);
        });
      }
      if (isFilter && taken !== undefined) args[0] = taken;
    }
    return isFilter ? args[0] : undefined;
  };

  return (args) => goOn(args.length === count ? args : Array.from({ length: count }, (_, at) => args[at]), 0);
}

/** Calls a function with a list of arguments; spelt out, because that is several times as fast as to spread them. */
function callWith(fn: Tap['fn'], args: readonly unknown[]): unknown {
  switch (args.length) {
    case 0:
      return fn();
    case 1:
      return fn(args[0]);
    case 2:
      return fn(args[0], args[1]);
    case 3:
      return fn(args[0], args[1], args[2]);
    case 4:
      return fn(args[0], args[1], args[2], args[3]);
    default:
      return fn(...args);
  }
}
