/** The median of values, and their spread. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The median; for an even number of values, the mean of the two in the middle. */
export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, two) => one - two);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
}
