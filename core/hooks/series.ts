import { isPromise, type MaybePromise } from '../maybe-promise.ts';
import { Reading } from '../reading.ts';
import type { HookKind } from './declare.ts';
import { noteForeign } from './foreign.ts';
import type { TapGuard } from './guard.ts';
import type { Tap } from './tap.ts';

/** Runs taps with a list of arguments, which it leaves as it is, and answers with the value that they leave. */
type Run = (args: readonly unknown[]) => MaybePromise<unknown>;

/** Runs taps from one of them on. */
type Loop = (args: readonly unknown[], from: number) => MaybePromise<unknown>;

/** What is left to others: failures, answers that are neither nothing nor the value, and promises. */
interface Exceptions {
  failed(at: number, error: unknown): void;
  /** What takes the place of the value; the value itself where nothing does. */
  take(at: number, answer: unknown, value: unknown): MaybePromise<unknown>;
  /** Goes on when what a tap answered with is there. */
  later(args: readonly unknown[], at: number, taken: Promise<unknown>): Promise<unknown>;
}

/** What a straight run leaves to the loop: all from the first tap on that fails or has an answer of its own. */
interface Turns {
  failed(args: readonly unknown[], at: number, error: unknown): MaybePromise<unknown>;
  answered(args: readonly unknown[], at: number, answer: unknown): MaybePromise<unknown>;
}

/**
 * The compiled taps of a hook of `count` parameters, which run one after another. What a tap answers takes the place of
 * a filter's value unless it is nothing; of an action nothing is answered. No promise is made before a tap answers with
 * one. `foreign` names the plugin of a tap that has to be heard each time.
 */
export class Series {
  readonly #foreign: string | undefined;
  #run: Run;

  constructor(taps: readonly Tap[], guard: TapGuard, kind: HookKind, count: number, foreign?: string) {
    this.#foreign = foreign;
    const isFilter = kind === 'filter';
    const functions = taps.map(({ fn }) => fn);
    const chosen = (taken: unknown, value: unknown) => (isFilter && taken !== undefined ? taken : value);
    const others: Exceptions = {
      failed: (at, error) => guard.failed(taps[at]!, error),
      take(at, answer, value) {
        const taken = guard.take(taps[at]!, answer, value);
        return isPromise(taken) ? taken : chosen(taken, value);
      },
      async later(args, at, taken) {
        return loop([chosen(await taken, args[0]), ...args.slice(1)], at + 1);
      },
    };
    const loop = loopOf(count, isFilter)(functions, others, isPromise);
    const turns: Turns = {
      failed(args, at, error) {
        others.failed(at, error);
        return loop(args, at + 1);
      },
      answered(args, at, answer) {
        const taken = others.take(at, answer, args[0]);
        if (isPromise(taken)) return others.later(args, at, taken);
        return loop(at + 1 < taps.length ? [taken, ...args.slice(1)] : [taken], at + 1);
      },
    };
    let runs = 0;
    this.#run = (args) => {
      if (++runs > SELDOM && taps.length <= MANY) this.#run = straightRun(functions, turns, count, isFilter);
      return loop(args, 0);
    };
  }

  /** Runs the taps with a list of arguments, which it leaves as it is. */
  run(args: readonly unknown[]): MaybePromise<unknown> {
    if (Reading.isAnyOpen && this.#foreign !== undefined) noteForeign(this.#foreign, args);
    return this.#run(args);
  }
}

/** A hook that fires no more often runs in a loop whose code all hooks share. */
const SELDOM = 200;

/** Code for more taps than that would be longer than engines like to optimise. */
const MANY = 200;

type MakeLoop = (functions: readonly Tap['fn'][], others: Exceptions, waits: typeof isPromise) => Loop;

const loops = new Map<string, MakeLoop>();

/**
 * What makes loops that call taps with so many arguments. It is written as text, as tapable writes its hooks: a call
 * with arguments that are spelt out takes a third of the time of one with a list.
 */
function loopOf(count: number, isFilter: boolean): MakeLoop {
  const key = `${isFilter} ${count}`;
  let make = loops.get(key);
  if (make === undefined) {
    const names = namesOf(count);
    const read = readOf(count);
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
          if (waits(taken)) return others.later([${names.join(', ')}], at, taken);
          value = taken;
        }
        return ${isFilter ? 'value' : 'undefined'};
      };`,
    ) as MakeLoop;
    loops.set(key, make);
  }
  return make;
}

const namesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => (at === 0 ? 'value' : `argument${at}`));

/** Reads a list of arguments; the first is read also where a hook has none, as the value of an action that is none. */
const readOf = (count: number): string[] =>
  ['value', ...namesOf(count).slice(1)].map((name, at) => `${name} = args[${at}]`);

/** Numbers texts: functions of the same text would share what the engine learns of the taps that they call. */
let texts = 0;

/**
 * Taps one behind the other without a loop, as tapable writes them: each call has a place in the code of its own, at
 * which an engine finds always the same function, and can put it in.
 */
function straightRun(functions: readonly Tap['fn'][], turns: Turns, count: number, isFilter: boolean): Run {
  const names = namesOf(count).join(', ');
  const calls = functions.map(
    (_, at) => `at = ${at};
        answer = tap${at}(${names});
        if (answer !== undefined && answer !== value) break taps;`,
  );
  const make = new Function(
    'functions',
    'turns',
    `// ${++texts}
    const [${functions.map((_, at) => `tap${at}`).join(', ')}] = functions;
    return function run(args) {
      const ${readOf(count).join(', ')};
      let at = 0;
      let answer;
      try {
        taps: {
          ${calls.join('\n')}
          return ${isFilter ? 'value' : 'undefined'};
        }
      } catch (error) {
        return turns.failed(args, at, error);
      }
      return turns.answered(args, at, answer);
    };`,
  );
  return make(functions, turns) as Run;
}
