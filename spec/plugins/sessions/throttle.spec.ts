import { expect } from 'chai';
import { Throttle } from '../../../plugins/sessions/throttle.ts';

describe('throttling of logins', () => {
  let now: number;
  let throttle: Throttle;

  beforeEach(() => {
    now = 1_000_000;
    throttle = new Throttle({ attempts: 3, seconds: 60 }, () => now);
    for (let count = 0; count < 3; count++) expect(throttle.attempt('alice', '10.0.0.1')).to.equal(0);
  });

  it('lets so many attempts through, then says how long to wait', () => {
    now += 15_000;
    expect(throttle.attempt('alice', '10.0.0.1')).to.equal(45);
  });

  it('lets a login try again when its time is over', () => {
    now += 60_000;
    expect(throttle.attempt('alice', '10.0.0.1')).to.equal(0);
  });

  it('counts each address and each login by itself', () => {
    expect(throttle.attempt('alice', '10.0.0.2')).to.equal(0);
    expect(throttle.attempt('bob', '10.0.0.1')).to.equal(0);
  });

  it('takes spellings of a login for one', () => {
    expect(throttle.attempt(' ALICE ', '10.0.0.1')).to.be.above(0);
  });

  it('forgets the attempts of a login that succeeded', () => {
    throttle.succeeded('alice', '10.0.0.1');
    expect(throttle.attempt('alice', '10.0.0.1')).to.equal(0);
  });
});
