import type { Spread } from './median.ts';

/** The figures of a lane: requests per second, milliseconds, microseconds of processor time. */
export interface LaneFigures {
  readonly rate: Spread;
  readonly p50: Spread;
  /** User and system time of the server for each request, which other processes of the machine change least. */
  readonly cpu: Spread;
  /** Whether the load generator was the limit, so that the server may be faster. */
  readonly isHeldBack: boolean;
}

/** The result of a goal. */
export interface Verdict {
  /** A description of the comparison. */
  readonly what: string;
  /** The ratio, computed round by round. */
  readonly ratio: Spread;
  /** The same ratio of processor times, for a ratio of rates. */
  readonly byCpu?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly isMet: boolean;
}

/** The result of a case. */
export interface Outcome {
  readonly name: string;
  readonly lanes: Readonly<Record<string, LaneFigures>>;
  /** Other figures by name. */
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
