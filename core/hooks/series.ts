import { isPromise, type MaybePromise } from '../maybe-promise.ts';
import type { HookKind } from './declare.ts';
import type { TapGuard } from './guard.ts';
import type { Tap } from './tap.ts';

/** A compiled hook: runs its taps one after another with a list of arguments of its own, and answers with a filter's value. */
export type Series = (args: unknown[]) => MaybePromise<unknown>;

/** Runs taps from one of them on, and answers with the value that they leave. */
type Loop = (args: unknown[], from: number) => MaybePromise<unknown>;

/** What a loop leaves to others: failures, answers that are neither nothing nor the value, and promises. */
interface Exceptions {
  failed(at: number, error: unknown): void;
  /** What takes the place of the value; the value itself where nothing does. */
  take(at: number, answer: unknown, value: unknown): MaybePromise<unknown>;
  /** Goes on when what a tap answered with is there. */
  later(args: unknown[], at: number, taken: Promise<unknown>): Promise<unknown>;
}

/**
 * Compiles the taps of a hook of `count` parameters. What a tap answers takes the place of a filter's value unless it
 * is nothing; of an action nothing is answered. No promise is made before a tap answers with one.
 */
export function compileSeries(taps: readonly Tap[], guard: TapGuard, kind: HookKind, count: number): Series {
  const isFilter = kind === 'filter';
  const chosen = (taken: unknown, value: unknown) => (isFilter && taken !== undefined ? taken : value);
  const loop = loopOf(count)(
    taps.map(({ fn }) => fn),
    {
      failed: (at, error) => guard.failed(taps[at]!, error),
      take(at, answer, value) {
        const taken = guard.take(taps[at]!, answer, value);
        return isPromise(taken) ? taken : chosen(taken, value);
      },
      async later(args, at, taken) {
        args[0] = chosen(await taken, args[0]);
        return loop(args, at + 1);
      },
    },
    isPromise,
  );
  if (isFilter) return (args) => loop(args, 0);
  return (args) => {
    const done = loop(args, 0);
    return isPromise(done) ? done.then(() => undefined) : undefined;
  };
}

type MakeLoop = (functions: readonly Tap['fn'][], others: Exceptions, waits: typeof isPromise) => Loop;

const loops = new Map<number, MakeLoop>();

/**
 * What makes loops that call taps with so many arguments. It is written as text, as tapable writes its hooks: a call
 * with arguments that are spelt out takes a third of the time of one with a list.
 */
function loopOf(count: number): MakeLoop {
  let make = loops.get(count);
  if (make === undefined) {
    const names = Array.from({ length: count }, (_, at) => (at === 0 ? 'value' : `argument${at}`));
    const read = ['value', ...names.slice(1)].map((name, at) => `${name} = args[${at}]`);
    make = new Function(
      'functions',
      'others',
      'waits',
      `return function run(args, from) {
        let ${read.join(', ')};
        for (let at = from; at < functions.length; at++) {
          let answer;
          try {
            answer = functions[at](${names.join(', ')});
          } catch (error) {
            others.failed(at, error);
            continue;
          }
          if (answer === undefined || answer === value) continue;
          const taken = others.take(at, answer, value);
          if (waits(taken)) {
            args[0] = value;
            return others.later(args, at, taken);
          }
          value = taken;
        }
        return value;
      };`,
    ) as MakeLoop;
    loops.set(count, make);
  }
  return make;
}
