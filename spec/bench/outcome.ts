import type { Spread } from './median.ts';

/** What was measured of one lane: requests per second, milliseconds, microseconds of processor time. */
export interface LaneFigures {
  readonly rate: Spread;
  readonly p50: Spread;
  /** User and system time of the server for each request: what other work of the machine changes least. */
  readonly cpu: Spread;
  /** Whether the load generator had no time left, so that the server may be faster than it seems. */
  readonly isHeldBack: boolean;
}

/** What came of something that is wanted. */
export interface Verdict {
  /** What was compared, in words. */
  readonly what: string;
  /** The ratio, taken round by round. */
  readonly ratio: Spread;
  /** The same ratio of processor times, where it is one of rates. */
  readonly byCpu?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly isMet: boolean;
}

/** What came of a case. */
export interface Outcome {
  readonly name: string;
  readonly lanes: Readonly<Record<string, LaneFigures>>;
  /** Other figures, by what they are. */
  readonly figures?: Readonly<Record<string, string>>;
  readonly verdicts: readonly Verdict[];
}

/** Judges a ratio by its bounds. */
export function judge(
  what: string,
  ratio: Spread,
  { atLeast, atMost }: { atLeast?: number; atMost?: number },
  byCpu?: number,
): Verdict {
  const isMet = ratio.median >= (atLeast ?? 0) && ratio.median <= (atMost ?? Number.POSITIVE_INFINITY);
  return { what, ratio, byCpu, atLeast, atMost, isMet };
}
