import { expect } from 'chai';
import { expectProportionalTime, filledWith } from './growth.ts';

/** Runs a number of steps. */
function steps(count: number): number {
  let sum = 0;
  for (let step = 0; step < count; step++) sum = (sum * 31 + step) | 0;
  return sum;
}

describe('expecting time in proportion to the input', () => {
  it('passes for work of as many steps as the input is long, or fewer', async () => {
    await expectProportionalTime(filledWith('ab'), (text) => steps(text.length * 50));
    await expectProportionalTime(filledWith('ab'), (text) => text.length);
    await expectProportionalTime(filledWith('ab'), (text) => steps(text.length * Math.log2(text.length)));
  });

  it('fails for work that grows with the square of the input', async () => {
    const failure = await expectProportionalTime(filledWith('ab'), (text) => steps(text.length ** 2 / 10)).catch(
      (error: Error) => error.message,
    );
    expect(failure).to.match(/^expected time in proportion to the input, got [\d.]+ ms for an input of \d+, /);
  });

  it('fails for a search that starts again at every letter', async () => {
    const failure = await expectProportionalTime(filledWith('<'), (text) => text.match(/<[^>]*>/g)).catch(
      () => 'found',
    );
    expect(failure).to.equal('found');
  });
});
