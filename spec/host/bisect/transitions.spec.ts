import { expect } from 'chai';
import fc from 'fast-check';
import { transitions } from '../../../host/bisect/transitions.ts';

/** The transitions in a list of values, and the number of values that were looked at. */
async function turnsOf(row: readonly unknown[]) {
  const seen = new Set<number>();
  const look = async (at: number) => {
    seen.add(at);
    return row[at];
  };
  return { turns: await transitions(row.length - 1, look, Object.is), looks: seen.size };
}

describe('the binary search for transitions', () => {
  it('finds one among 64 with eight looks', async () => {
    for (const at of [1, 2, 33, 63, 64]) {
      const row = Array.from({ length: 65 }, (_, position) => position >= at);
      expect(await turnsOf(row)).to.deep.equal({ turns: [at], looks: 8 });
    }
  });

  it('finds every transition when no state comes back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 40 }), async (steps) => {
        let level = 0;
        const row = [level, ...steps.map((step) => (step ? ++level : level))];
        const expected = steps.flatMap((step, position) => (step ? [position + 1] : []));
        expect((await turnsOf(row)).turns).to.deep.equal(expected);
      }),
    );
  });

  it('finds transitions that lead from the first value to the last', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 40 }), async (row) => {
        const { turns } = await turnsOf(row);
        for (const turn of turns) expect(row[turn]).to.not.equal(row[turn - 1]);
        expect(turns.length > 0).to.equal(row[0] !== row.at(-1));
      }),
    );
  });

  it('looks at nothing in an empty list', async () => {
    expect(await turnsOf(['a'])).to.deep.equal({ turns: [], looks: 0 });
  });
});
