import type { Difference } from './difference.ts';
import type { Asked } from './side.ts';

/** Requests that were answered, how many equally, and where the others differ. */
export class Report {
  asked = 0;
  equal = 0;
  /** How many answers differ in something that has no explanation. */
  unexplained = 0;
  readonly #kinds = new Map<string, { requests: number; example: string }>();
  readonly #explained = new Map<string, number>();

  add(
    { method, path, route }: Asked,
    login: string,
    differences: readonly Difference[],
    explain: (difference: Difference) => string | undefined = () => undefined,
  ): void {
    this.asked++;
    if (differences.length === 0) this.equal++;
    const names = new Set(differences.map(explain));
    if (names.has(undefined)) this.unexplained++;
    else for (const name of names) this.#explained.set(name!, (this.#explained.get(name!) ?? 0) + 1);
    const seen = new Set<string>();
    for (const difference of differences) {
      const kind = `${method} ${route}: ${difference.place}`;
      if (explain(difference) !== undefined || seen.has(kind)) continue;
      seen.add(kind);
      const known = this.#kinds.get(kind);
      if (known !== undefined) known.requests++;
      else this.#kinds.set(kind, { requests: 1, example: exampleOf(path, login, difference) });
    }
  }

  /** The figures, and the kinds of differences without an explanation, the most frequent first, with an example of each. */
  get text(): string {
    const kinds = [...this.#kinds].sort(([, left], [, right]) => right.requests - left.requests);
    return [
      `${this.equal} of ${this.asked} answers are equal`,
      ...[...this.#explained].map(([name, answers]) => `${answers} differ in: ${name}`),
      `${this.unexplained} differ in what is not explained`,
      ...kinds.map(([kind, { requests, example }]) => `${requests} × ${kind}\n      ${example}`),
    ].join('\n');
  }
}

/** Both values at a place, long ones from shortly before where they begin to differ. */
function exampleOf(path: string, login: string, { php, tappet }: Difference): string {
  const [left, right] = [php, tappet].map((value) => (value === undefined ? 'nothing' : JSON.stringify(value)));
  let same = 0;
  while (same < left!.length && left![same] === right![same]) same++;
  const [one, other] = [left!, right!].map((value) => value.slice(Math.max(0, same - 60), same + 240));
  return `${path} as ${login}\n      PHP:    ${one}\n      Tappet: ${other}`;
}
