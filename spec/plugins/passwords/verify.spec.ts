import { createHmac } from 'node:crypto';
import { hashSync } from 'bcryptjs';
import { expect } from 'chai';
import {
  hashPassword,
  kindOf,
  MAX_PASSWORD_BYTES,
  needsRehash,
  verifyPassword,
} from '../../../plugins/passwords/verify.ts';
import { readFixture } from '../../support/fixtures.ts';

describe('password hashes', () => {
  it('demands a rehash of every hash of another system', () => {
    for (const { hash } of readFixture('vectors/misc.json').passwordCheck) expect(needsRehash(hash)).to.equal(true);
  });

  it('verifies a phpass hash marked $H$', async () => {
    expect(await verifyPassword('password', '$H$BSbAjvn52RSlSPQ.2Nnh/OVvPTyNx2/')).to.equal(true);
  });

  it('verifies a plain MD5 digest, and demands a rehash of it', async () => {
    const hash = '5f4dcc3b5aa765d61d8327deb882cf99';
    expect(await verifyPassword('password', hash)).to.equal(true);
    for (const wrong of ['passwore', '', hash]) expect(await verifyPassword(wrong, hash)).to.equal(false);
    expect(await verifyPassword('password', hash.toUpperCase())).to.equal(false);
    expect(needsRehash(hash)).to.equal(true);
    expect(kindOf(hash)).to.equal('md5');
  });

  it('verifies bcrypt under each of its three marks', async () => {
    const hash = hashSync('correct horse', 4);
    for (const mark of ['$2a$', '$2b$', '$2y$']) {
      expect(await verifyPassword('correct horse', mark + hash.slice(4))).to.equal(true);
      expect(await verifyPassword('wrong horse', mark + hash.slice(4))).to.equal(false);
    }
  });

  it('verifies bcrypt over an HMAC, which distinguishes long passwords after byte 72', async () => {
    const long = 'x'.repeat(80);
    const prehashed = createHmac('sha384', 'wp-sha384').update(long).digest('base64');
    const hash = `$wp$2y$${hashSync(prehashed, 4).slice(4)}`;
    expect(await verifyPassword(long, hash)).to.equal(true);
    expect(await verifyPassword(`${long}y`, hash)).to.equal(false);
  });

  it('verifies what it hashed, salts each hash anew, and asks for no rehash', async () => {
    const [one, two] = await Promise.all([hashPassword('pässwörd'), hashPassword('pässwörd')]);
    expect(one).to.match(/^\$scrypt\$ln=15,r=8,p=3\$/);
    expect(one).to.not.equal(two);
    expect(await verifyPassword('pässwörd', one)).to.equal(true);
    expect(await verifyPassword('passwörd', one)).to.equal(false);
    expect(needsRehash(one)).to.equal(false);
  });

  it('demands a rehash of a scrypt hash of another cost', async () => {
    const hash = await hashPassword('a');
    expect(needsRehash(hash.replace('ln=15', 'ln=14'))).to.equal(true);
  });

  it('rejects a password of more than 4096 bytes and refuses to hash it', async () => {
    const long = 'ä'.repeat(MAX_PASSWORD_BYTES / 2);
    const hash = await hashPassword(long);
    expect(await verifyPassword(long, hash)).to.equal(true);
    expect(await verifyPassword(`${long}x`, hash)).to.equal(false);
    expect(await hashPassword(`${long}x`).catch((error: unknown) => error)).to.be.instanceOf(RangeError);
  });

  for (const hash of [
    '',
    '*',
    'password',
    '$P$',
    '$P$zSbAjvn52RSlSPQ.2Nnh/OVvPTyNx2/',
    '$2y$05$short',
    '$wp$2y$05$short',
    '$scrypt$ln=15,r=8,p=3$short$short',
    `$scrypt$ln=30,r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    `$scrypt$ln=00,r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
  ]) {
    it(`rejects any password against the malformed hash ${JSON.stringify(hash)}`, async () => {
      expect(await verifyPassword('password', hash)).to.equal(false);
      expect(await verifyPassword('', hash)).to.equal(false);
    });
  }
});
