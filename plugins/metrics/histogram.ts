import type { Sample } from './exposition.ts';

/** Counts values by how large they are. */
export class Histogram {
  readonly #bounds: readonly number[];
  /** How many are up to each bound and more than the one before; the last are beyond all. */
  readonly #buckets: number[];
  #sum = 0;

  /** @param bounds from the lowest to the highest */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#buckets = bounds.map(() => 0).concat(0);
  }

  add(value: number): void {
    this.#sum += value;
    let bucket = 0;
    while (bucket < this.#bounds.length && value > this.#bounds[bucket]!) bucket++;
    this.#buckets[bucket]!++;
  }

  /** The numbers of a family of the type `histogram`. */
  samples(labels: Readonly<Record<string, string>>): Sample[] {
    let count = 0;
    const samples: Sample[] = this.#buckets.map((one, at) => {
      count += one;
      return { suffix: '_bucket', labels: { ...labels, le: this.#bounds[at] ?? '+Inf' }, value: count };
    });
    return [...samples, { suffix: '_sum', labels, value: this.#sum }, { suffix: '_count', labels, value: count }];
  }
}
