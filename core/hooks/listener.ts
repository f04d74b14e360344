import { isPromise, type MaybePromise } from '../maybe-promise.ts';
import type { Stretch } from './passage.ts';

/** Hears the silent taps that something is made with. */
export interface Listener {
  /** Runs the taps of a stretch, or tells what they answered already. */
  hear(stretch: Stretch, args: readonly unknown[]): unknown;
  /** Says that more goes on than can be told again. */
  spoil(): void;
}

let listening: Listener | undefined;

/** Who hears the silent taps of hooks at present; undefined most of the time. */
export const listener = (): Listener | undefined => listening;

/** Runs work that fires hooks with somebody who hears their silent taps, or with nobody. */
export function withListener<T>(other: Listener | undefined, work: () => T): T {
  const before = listening;
  listening = other;
  try {
    return work();
  } finally {
    listening = before;
  }
}

/** Runs the taps of a hook in their stretches, the silent ones by whoever hears them. */
export function runHeard(
  stretches: readonly Stretch[],
  args: unknown[],
  isFilter: boolean,
  hearer: Listener,
): MaybePromise<unknown> {
  for (let at = 0; at < stretches.length; at++) {
    const stretch = stretches[at]!;
    const answer = stretch.isPure ? stretch.series.run(args) : hearer.hear(stretch, args);
    if (isPromise(answer)) return runOn(stretches, args, isFilter, hearer, at, answer);
    if (isFilter) args[0] = answer;
  }
  return isFilter ? args[0] : undefined;
}

/** Goes on when one has to be waited for: by then something else may be made, so that nobody hears. */
async function runOn(
  stretches: readonly Stretch[],
  args: unknown[],
  isFilter: boolean,
  hearer: Listener,
  at: number,
  answer: Promise<unknown>,
): Promise<unknown> {
  hearer.spoil();
  const first = await answer;
  if (isFilter) args[0] = first;
  for (const { series } of stretches.slice(at + 1)) {
    const next = await series.run(args);
    if (isFilter) args[0] = next;
  }
  return isFilter ? args[0] : undefined;
}
