import { expect } from 'chai';
import {
  chunkSecret,
  fitsOwnHash,
  hashSecret,
  isOwnHash,
  makeSecret,
  plainSecret,
} from '../../../plugins/application-passwords/secret.ts';

describe('the secret of an application password', () => {
  it('is 24 letters and digits, each time others', () => {
    const secrets = new Set(Array.from({ length: 50 }, makeSecret));
    expect(secrets.size).to.equal(50);
    for (const secret of secrets) expect(secret).to.match(/^[A-Za-z0-9]{24}$/);
  });

  it('is shown in groups of four, and read with and without the blanks', () => {
    expect(chunkSecret('abcdEFGH1234ijklMNOP5678')).to.equal('abcd EFGH 1234 ijkl MNOP 5678');
    expect(plainSecret(' abcd EFGH 1234-ijkl MNOP 5678 ')).to.equal('abcdEFGH1234ijklMNOP5678');
  });

  it('fits its own hash alone', () => {
    const secret = makeSecret();
    const hash = hashSecret(secret);
    expect(isOwnHash(hash)).to.equal(true);
    expect(fitsOwnHash(secret, hash)).to.equal(true);
    expect(fitsOwnHash(makeSecret(), hash)).to.equal(false);
    expect(fitsOwnHash('', hash)).to.equal(false);
  });

  it('is hashed with a salt, and does not stand in the hash', () => {
    const secret = makeSecret();
    expect(hashSecret(secret)).not.to.equal(hashSecret(secret));
    expect(hashSecret(secret)).not.to.include(secret);
  });

  it('fits no broken hash', () => {
    const secret = makeSecret();
    const hash = hashSecret(secret);
    for (const broken of [
      '',
      '$sha256$',
      '$sha256$$',
      hash.slice(0, -1),
      `${hash}A`,
      hash.replace('$sha256', '$sha512'),
    ]) {
      expect(fitsOwnHash(secret, broken), broken).to.equal(false);
    }
  });
});
