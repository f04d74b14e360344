import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long after a generation has ended its memory is asked back, in milliseconds; those that end meanwhile share it. */
const DELAY = 500;

/** The most that may be in use, in bytes: looking through it stops the process for about a millisecond a megabyte. */
const LARGEST = 256 * 2 ** 20;

/** How much more than what is in use may be garbage before the engine collects, in percent. */
const GARBAGE = 25;

let waiting = false;
let collect: (() => void) | undefined;
let often = false;

/** The engine's collector of garbage, which is there without a flag of the command line too. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const found = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return found;
}

/**
 * Asks the engine, soon, to give back the memory of generations that have ended. Left to itself it takes what they
 * leave for the measure of what the process needs, and under load keeps half as much again as before for good. In a
 * program that holds much besides the host, this is left to the engine.
 */
export function collectSoon(): void {
  if (waiting) return;
  waiting = true;
  const timer = setTimeout(() => {
    waiting = false;
    if (getHeapStatistics().used_heap_size > LARGEST) return;
    collect ??= globalThis.gc ?? collector();
    collect();
  }, DELAY);
  timer.unref();
}

/**
 * Has the engine collect garbage when it is a quarter of what is in use, at once and from now on, unless the command line
 * says otherwise. Left to itself it lets old objects grow to four times of that, which a server under load fills in a
 * minute or two; to collect oftener takes about a hundredth of its time.
 */
export function collectOften(): void {
  if (process.execArgv.some((arg) => /^--heap[-_]growing/.test(arg))) return;
  often = true;
  setFlagsFromString(`--heap-growing-percent=${GARBAGE}`);
}

/** Does work while the engine has the flags that it started with, as some of what it makes is for those alone. */
export function withFirstFlags(work: () => void): void {
  if (often) setFlagsFromString('--heap-growing-percent=0');
  try {
    work();
  } finally {
    if (often) setFlagsFromString(`--heap-growing-percent=${GARBAGE}`);
  }
}
