import { hashSync } from 'bcryptjs';
import { expect } from 'chai';
import { HashThread } from '../../../plugins/passwords/hash-thread.ts';
import { hashPassword, kindOf } from '../../../plugins/passwords/verify.ts';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';

const PHPASS = '$P$BSbAjvn52RSlSPQ.2Nnh/OVvPTyNx2/';

describe('the work of a login', () => {
  let site: AuthSite;
  const { run } = HashThread.prototype;
  /** What was worked on: the kind of each hash that a password was checked against. */
  let work: string[] = [];

  before(async () => {
    site = await buildAuthSite();
    await site.addUser('scrypt');
    const imported = { phpass: PHPASS, bcrypt: hashSync('x', 4), stale: await hashPassword('x', 11), odd: 'md5' };
    for (const [login, passwordHash] of Object.entries(imported))
      await site.users.create({ login, email: `${login}@example.org`, passwordHash });
    HashThread.prototype.run = function (job) {
      work.push(...('hashes' in job ? job.hashes.map(kindOf) : ['hash']));
      return run.call(this, job);
    };
  });
  after(async () => {
    HashThread.prototype.run = run;
    await site.generation.dispose();
  });
  const workOf = async (login: string) => {
    work = [];
    await site.users.authenticate(login, 'wrong');
    return work.sort();
  };

  it('is the same for unknown users, migrated hashes and scrypt hashes', async () => {
    const expected = ['bcrypt 4', 'phpass 13', 'scrypt 10,8,3', 'scrypt 11,8,3'];
    for (const login of ['nobody', 'scrypt', 'phpass', 'bcrypt', 'stale', 'odd', 'nobody@example.org'])
      expect(await workOf(login), login).to.eql(expected);
  });

  it('takes in the kind of a user who came later', async () => {
    await site.users.create({ login: 'later', email: 'later@example.org', passwordHash: hashSync('x', 5) });
    const later = await workOf('later');
    expect(later).to.include('bcrypt 5');
    expect(await workOf('nobody')).to.eql(later);
  });

  it('never takes the password of another user', async () => {
    expect(await site.users.authenticate('nobody', 'password')).to.include({ code: 'incorrect_password' });
    expect(await site.users.authenticate('scrypt', 'password')).to.include({ code: 'incorrect_password' });
    expect(await site.users.authenticate('phpass', 'password')).to.include({ login: 'phpass' });
  });
});
