import { expect } from 'chai';
import { jsonEqual } from './json-equal.ts';

/** A recorded case: its input, `result`, and a label for sorting. */
export interface Vector {
  readonly tag?: string;
  readonly result?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: each group of vectors has its own members.
  readonly [member: string]: any;
}

/** Adds a test for each label of the vectors; a failure lists the cases that differ with their results. */
export function itMatches(
  vectors: readonly Vector[],
  actual: (vector: Vector) => unknown | Promise<unknown>,
  expected: (vector: Vector) => unknown = ({ result }) => result,
): void {
  for (const [tag, group] of groupByTag(vectors)) {
    it(`gives the recorded results: ${tag} (${group.length})`, async () => {
      const differing: string[] = [];
      for (const vector of group) {
        const got = await actual(vector);
        if (!jsonEqual(got, expected(vector))) {
          differing.push(`${JSON.stringify(vector)} gave ${JSON.stringify(got)}`);
        }
      }
      expect(differing.join('\n')).to.equal('');
    });
  }
}

function groupByTag(vectors: readonly Vector[]): Map<string, Vector[]> {
  const groups = new Map<string, Vector[]>();
  for (const vector of vectors) {
    const tag = vector.tag ?? 'plain';
    groups.set(tag, [...(groups.get(tag) ?? []), vector]);
  }
  return groups;
}
