import { expect } from 'chai';
import { merged } from '../../core/merged.ts';

describe('merged objects', () => {
  it('have the members of all, later ones in the place of earlier ones', () => {
    expect(merged({ a: 1, b: 2 }, { b: 3 }, { c: 4 })).to.eql({ a: 1, b: 3, c: 4 });
  });

  it('leave what they are made of as it was', () => {
    const some = { a: 1 };
    expect(merged(some, { b: 2 })).not.to.equal(some);
    expect(some).to.eql({ a: 1 });
  });
});
