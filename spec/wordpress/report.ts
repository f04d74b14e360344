import type { Difference } from './difference.ts';
import type { Asked } from './side.ts';

/** Requests that were answered, how many equally, and where the others differ. */
export class Report {
  asked = 0;
  equal = 0;
  readonly #kinds = new Map<string, { requests: number; example: string }>();

  add({ method, path, route }: Asked, login: string, differences: readonly Difference[]): void {
    this.asked++;
    if (differences.length === 0) this.equal++;
    const seen = new Set<string>();
    for (const { place, php, tappet } of differences) {
      const kind = `${method} ${route}: ${place}`;
      if (seen.has(kind)) continue;
      seen.add(kind);
      const known = this.#kinds.get(kind);
      if (known !== undefined) known.requests++;
      else {
        const [left, right] = shown(php, tappet);
        const example = `${path} as ${login}\n      PHP:    ${left}\n      Tappet: ${right}`;
        this.#kinds.set(kind, { requests: 1, example });
      }
    }
  }

  /** The kinds of differences, the most frequent first, with an example of each. */
  get text(): string {
    const kinds = [...this.#kinds].sort(([, left], [, right]) => right.requests - left.requests);
    const lines = kinds.map(([kind, { requests, example }]) => `${requests} × ${kind}\n      ${example}`);
    return [`${this.equal} of ${this.asked} answers are equal`, ...lines].join('\n');
  }
}

/** Two values, long texts from shortly before where they begin to differ. */
function shown(php: unknown, tappet: unknown): [string, string] {
  const [left, right] = [php, tappet].map((value) => (value === undefined ? 'nothing' : JSON.stringify(value))) as [
    string,
    string,
  ];
  let same = 0;
  while (same < left.length && left[same] === right[same]) same++;
  const from = Math.max(0, same - 60);
  return [left.slice(from, from + 300), right.slice(from, from + 300)];
}
