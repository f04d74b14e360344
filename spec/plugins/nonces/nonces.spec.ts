import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { OwnNonceFormat } from '../../../plugins/nonces/format.ts';
import { Nonces } from '../../../plugins/nonces/nonces.ts';

const HOUR = 3600 * 1000;
const ALICE = { userId: 7, sessionToken: 'session-one' };

describe('nonces', () => {
  let now: number;
  let nonces: Nonces;

  beforeEach(() => {
    now = 12 * HOUR * 40_000;
    const sign = (purpose: string, text: string) => createHmac('sha256', purpose).update(text).digest('hex');
    nonces = new Nonces(
      new OwnNonceFormat({ sign, verify: (purpose, text, given) => sign(purpose, text).endsWith(given) }),
      { now: () => new Date(now), zone: () => ({ timezone: 'UTC', gmtOffset: 0 }) },
    );
  });

  it('are 20 hexadecimal digits', () => {
    expect(nonces.create('cms_rest', ALICE)).to.match(/^[0-9a-f]{20}$/);
  });

  it('hold for user, session and action alone', () => {
    const nonce = nonces.create('cms_rest', ALICE);
    expect(nonces.verify(nonce, 'cms_rest', ALICE)).to.equal(1);
    expect(nonces.verify(nonce, 'cms_rest', { ...ALICE, userId: 8 })).to.equal(false);
    expect(nonces.verify(nonce, 'cms_rest', { ...ALICE, sessionToken: 'session-two' })).to.equal(false);
    expect(nonces.verify(nonce, 'log-out', ALICE)).to.equal(false);
  });

  it('do not let one part run into the next', () => {
    const nonce = nonces.create('a', { userId: 11, sessionToken: '1|x' });
    expect(nonces.verify(nonce, 'a', { userId: 1, sessionToken: '11|x' })).to.equal(false);
    expect(nonces.verify(nonce, 'a', { userId: 11, sessionToken: '1' })).to.equal(false);
  });

  it('answer 1 in their own half of a day, 2 in the next, then false', () => {
    now += 1;
    const nonce = nonces.create('cms_rest', ALICE);
    now += 12 * HOUR - 1;
    expect(nonces.verify(nonce, 'cms_rest', ALICE)).to.equal(1);
    now += 1;
    expect(nonces.verify(nonce, 'cms_rest', ALICE)).to.equal(2);
    now += 12 * HOUR - 1;
    expect(nonces.verify(nonce, 'cms_rest', ALICE)).to.equal(2);
    now += 1;
    expect(nonces.verify(nonce, 'cms_rest', ALICE)).to.equal(false);
  });

  it('hold for at least 12 hours even when made at the end of a half-day', () => {
    const nonce = nonces.create('cms_rest', ALICE);
    now += 12 * HOUR;
    expect(nonces.verify(nonce, 'cms_rest', ALICE)).to.equal(2);
    now += 1;
    expect(nonces.verify(nonce, 'cms_rest', ALICE)).to.equal(false);
  });

  it('do not hold before their time', () => {
    const nonce = nonces.create('cms_rest', ALICE);
    now -= 24 * HOUR;
    expect(nonces.verify(nonce, 'cms_rest', ALICE)).to.equal(false);
  });

  it('are refused in any other form', () => {
    const nonce = nonces.create('cms_rest', ALICE);
    const others = ['', nonce.toUpperCase(), nonce.slice(1), `${nonce}0`, 'é'.repeat(20), 5, null, [nonce], {}];
    for (const other of others) {
      if (other === nonce) continue;
      expect(nonces.verify(other, 'cms_rest', ALICE), String(other)).to.equal(false);
    }
  });
});
