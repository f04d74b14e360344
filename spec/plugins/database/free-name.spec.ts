import { expect } from 'chai';
import { freeName } from '../../../plugins/database/index.ts';

/** The number found where some are taken, and how many statements and numbers that took. */
async function found(isTaken: (number: number) => boolean) {
  let [statements, asked] = [0, 0];
  const name = await freeName(String, async (names) => {
    statements++;
    asked += names.length;
    return new Set(names.filter((one) => isTaken(Number(one))));
  });
  return { number: Number(name), statements, asked };
}

describe('a number that makes a name unique', () => {
  it('is the least free one up to nine', async () => {
    expect(await found(() => false)).to.include({ number: 2, statements: 1 });
    expect(await found((number) => number < 7)).to.include({ number: 7, statements: 1 });
    expect(await found((number) => number !== 4)).to.include({ number: 4 });
  });

  it('is the one behind the last where all before it are taken', async () => {
    for (const last of [9, 10, 15, 16, 17, 31, 32, 100, 1000, 4095, 4096, 65_537, 1_000_000]) {
      expect(await found((number) => number <= last), `after ${last}`).to.include({ number: last + 1 });
    }
  });

  it('is free and follows a taken one where some between are free', async () => {
    const isTaken = (number: number) => number < 5000 && number % 7 !== 3 && number !== 64;
    const { number } = await found((one) => one < 10 || isTaken(one));
    expect([isTaken(number), isTaken(number - 1)]).to.eql([false, true]);
  });

  it('takes a few statements, however many are taken', async () => {
    const { statements, asked } = await found((number) => number <= 1_000_000);
    expect(statements).to.be.at.most(7);
    expect(asked).to.be.below(120);
  });
});
