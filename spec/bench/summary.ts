/** Requests per second of the contenders in one measurement. */
export interface Figures {
  readonly [contender: string]: {
    readonly median: number;
    readonly min: number;
    readonly max: number;
    readonly ratio: number;
  };
}

const median = (sorted: readonly number[]): number => {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** Medians and spread, and the ratio of each to `hand-written`, taken round by round. */
export function summarise(rates: ReadonlyMap<string, readonly number[]>): Figures {
  const yardstick = rates.get('hand-written')!;
  const figures: Record<string, Figures[string]> = {};
  for (const [name, rounds] of rates) {
    const sorted = [...rounds].sort((a, b) => a - b);
    const ratios = rounds.map((rate, round) => rate / yardstick[round]!).sort((a, b) => a - b);
    figures[name] = { median: median(sorted), min: sorted[0]!, max: sorted.at(-1)!, ratio: median(ratios) };
  }
  return figures;
}

/** Prints a row for each contender of each measurement. */
export function printTable(posts: number, results: Readonly<Record<string, Figures>>): void {
  console.log(`${posts} posts; requests per second: median (min to max), and the ratio to hand-written`);
  for (const [measurement, figures] of Object.entries(results)) {
    for (const [name, { median: middle, min, max, ratio }] of Object.entries(figures)) {
      const spread = `(${min.toFixed(0)} to ${max.toFixed(0)})`;
      console.log(
        `${measurement.padEnd(20)} ${name.padEnd(14)} ${middle.toFixed(0).padStart(7)} ${spread.padEnd(16)} ${ratio.toFixed(2)}`,
      );
    }
  }
}
