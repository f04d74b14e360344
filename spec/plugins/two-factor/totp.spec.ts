import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { fromBase32, toBase32 } from '../../../plugins/two-factor/base32.ts';
import { makeRecoveryCodes, withoutCode } from '../../../plugins/two-factor/recovery-codes.ts';
import { codeOf, matchingStep } from '../../../plugins/two-factor/totp.ts';

describe('one-time codes', () => {
  const secret = Buffer.from('12345678901234567890');

  it('are those of RFC 6238, in their last six digits', () => {
    const vectors = [
      [59, '94287082'],
      [1111111109, '07081804'],
      [1111111111, '14050471'],
      [1234567890, '89005924'],
      [2000000000, '69279037'],
      [20000000000, '65353130'],
    ] as const;
    for (const [time, code] of vectors) {
      expect(codeOf(secret, Math.floor(time / 30)), String(time)).to.equal(code.slice(2));
    }
  });

  it('match for one step before and after', () => {
    const seconds = 1_000_000;
    const step = Math.floor(seconds / 30);
    const found = [-2, -1, 0, 1, 2].map((skew) =>
      matchingStep(codeOf(secret, step + skew), { secret, last: 0, seconds }),
    );
    expect(found).to.eql([undefined, step - 1, step, step + 1, undefined]);
  });

  it('match for no step up to the last one that was used', () => {
    const step = 40_000;
    const at = (skew: number) =>
      matchingStep(codeOf(secret, step + skew), { secret, last: step, seconds: step * 30 + 29 });
    expect([at(-1), at(0), at(1)]).to.eql([undefined, undefined, step + 1]);
  });

  it('do not match as anything but six digits', () => {
    const code = codeOf(secret, 1);
    for (const given of ['', code.slice(1), `0${code}`, `${code} `, '１２３４５６', 'abcdef', '\u0000'.repeat(6)]) {
      expect(matchingStep(given, { secret, last: 0, seconds: 30 }), given).to.equal(undefined);
    }
    expect(matchingStep(code, { secret, last: 0, seconds: 0 })).to.equal(1);
  });

  it('have secrets that are written in base32', () => {
    expect(toBase32(Buffer.from('foobar'))).to.equal('MZXW6YTBOI');
    expect(toBase32(Buffer.from('f'))).to.equal('MY');
    for (const length of [0, 1, 2, 3, 4, 5, 20]) {
      const bytes = randomBytes(length);
      expect(fromBase32(toBase32(bytes)).equals(bytes)).to.equal(true);
    }
  });
});

describe('recovery codes', () => {
  it('are ten of 80 bits, each good once, however it is typed', () => {
    const { shown, stored } = makeRecoveryCodes();
    expect(new Set(shown).size).to.equal(10);
    for (const code of shown) expect(code).to.match(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect(JSON.stringify(stored)).not.to.include(shown[0]!.replaceAll('-', ''));
    let left = stored;
    for (const code of shown) {
      const after = withoutCode(left, ` ${code.replaceAll('-', ' ').toUpperCase()}`)!;
      expect(after.hashes).to.have.lengthOf(left.hashes.length - 1);
      expect(withoutCode(after, code)).to.equal(undefined);
      left = after;
    }
    expect(withoutCode(stored, '')).to.equal(undefined);
    expect(withoutCode(stored, shown[0]!.slice(1))).to.equal(undefined);
  });
});
