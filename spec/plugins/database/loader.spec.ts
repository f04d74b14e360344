import { expect } from 'chai';
import { RequestContext } from '../../../core/index.ts';
import { loader } from '../../../plugins/database/index.ts';

describe('a loader', () => {
  const doubles = () => {
    const batches: (readonly number[])[] = [];
    const doubled = loader(new RequestContext(), 'spec', async (keys: readonly number[]) => {
      batches.push(keys);
      return keys.map((key) => key * 2);
    });
    return { batches, doubled };
  };

  it('returns at once the values that it has found or been given', async () => {
    const { batches, doubled } = doubles();
    expect(doubled.get(1)).to.be.a('promise');
    expect(await Promise.all([doubled.load(1), doubled.load(2)])).to.eql([2, 4]);
    await doubled.fill([2, 3, 3]);
    doubled.prime(9, 99);
    expect([1, 2, 3, 9].map((key) => doubled.get(key))).to.eql([2, 4, 6, 99]);
    expect(await doubled.load(3)).to.equal(6);
    expect(batches).to.eql([[1, 2], [3]]);
  });

  it('reads cleared values again, even when they were cleared while being read', async () => {
    const { batches, doubled } = doubles();
    await doubled.load(1);
    doubled.clear(1);
    expect(doubled.get(1)).to.be.a('promise');
    const filling = doubled.fill([5]);
    doubled.clearAll();
    await filling;
    expect(doubled.get(5)).to.be.a('promise');
    await doubled.load(5);
    expect(batches.flat().filter((key) => key === 5)).to.have.lengthOf(2);
  });
});
