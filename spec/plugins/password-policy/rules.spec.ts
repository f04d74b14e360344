import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import passwordPolicy from '../../../plugins/password-policy/index.ts';
import type { User } from '../../../plugins/users/index.ts';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';
import { basicOf } from '../../support/basic.ts';
import { runCommand } from '../../support/run-command.ts';

describe('the password policy', () => {
  let folder: string;
  let site: AuthSite;
  let ada: User;

  const build = (options: object) =>
    buildAuthSite({
      plugins: [passwordPolicy],
      pluginOptions: { 'password-policy': options, passwords: { cost: 10 } },
    });

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-policy-'));
    const commonPasswords = join(folder, 'common.txt');
    writeFileSync(commonPasswords, 'Correct Horse\r\nｔｒｏｕｂａｄｏｒ\n\n');
    site = await build({ minLength: 8, refuseNames: true, commonPasswords });
    ada = await site.users.create({
      login: 'ada.l',
      email: 'countess@lovelace-family.example',
      password: 'analytical engine',
      firstName: 'Ada',
      lastName: 'Byron',
      displayName: 'Ада Кинг',
      roles: ['administrator'],
    });
  });
  after(async () => {
    await site.generation.dispose();
    rmSync(folder, { recursive: true });
  });

  /** The reason why a password is refused to a user; undefined where it is taken. */
  const reasonFor = (password: string) =>
    site.users.update(ada.id, { password }).then(
      () => undefined,
      (error) => {
        expect(error).to.include({ code: 'rest_user_invalid_password', status: 400 });
        return error.message as string;
      },
    );

  it('counts characters, not bytes', async () => {
    expect(await reasonFor('sevenxx')).to.equal('A password has at least 8 characters.');
    expect(await reasonFor('💧💧💧💧💧💧💧')).to.include('8 characters');
    expect(await reasonFor('eight888')).to.equal(undefined);
    expect(await reasonFor('💧💧💧💧💧💧💧💧')).to.equal(undefined);
  });

  it('refuses names and parts of the address, in letters of either case, but not words of three letters', async () => {
    const held = [
      'my-countess-1',
      'LOVELACE1815',
      '1815family',
      'xxByRoNxx',
      'ада кинг 1815',
      'кинг-1815',
      'ada.l-1815',
    ];
    for (const password of held) expect(await reasonFor(password), password).to.include('the name or the e-mail');
    expect(await reasonFor('adamant rain')).to.equal(undefined);
    expect(await reasonFor('babbage 1815')).to.equal(undefined);
  });

  it('asks with the names that come with the password', async () => {
    const failure = await site.users.update(ada.id, { password: 'engines-1815', nickname: 'engines' }).catch(String);
    expect(failure).to.include('the name or the e-mail');
    expect((await site.users.byId(ada.id))!.nickname).not.to.equal('engines');
    const another = { login: 'charles', email: 'c@example.org', password: 'charles-1791' };
    expect(await site.users.create(another).catch(String)).to.include('the name or the e-mail');
    expect(await site.users.byLogin('charles')).to.equal(null);
  });

  it('refuses passwords of a list, however they are written', async () => {
    for (const password of ['correct horse', 'CORRECT HORSE', 'troubador', 'ＴＲＯＵＢＡＤＯＲ']) {
      expect(await reasonFor(password), password).to.equal('Too many people use this password.');
    }
    expect(await reasonFor('correct horse battery')).to.equal(undefined);
  });

  it('holds for routes: own and other users, changed and made', async () => {
    const headers = await basicOf(site.generation, 'ada.l');
    const send = (route: string, form: object) =>
      site.browser().rest('POST', `/cms/v2/users${route}`, { headers, form: { ...form } });
    const tables = { login: 'bobby-tables', email: 'bobby@example.org', password: 'little bobby tables' };
    const bob = await site.users.create(tables).catch(String);
    expect(bob).to.include('the name or the e-mail');
    const made = { username: 'grace', email: 'g@example.org', password: 'short' };
    for (const [route, form] of [
      ['/me', { password: 'short' }],
      [`/${ada.id}`, { password: 'short', first_name: 'Augusta' }],
      ['', made],
    ] as const) {
      const { status, json } = await send(route, form);
      expect([status, json.code, json.message], route).to.eql([
        400,
        'rest_user_invalid_password',
        'A password has at least 8 characters.',
      ]);
    }
    expect((await site.users.byId(ada.id))!.firstName).to.equal('Ada');
    expect(await site.users.byLogin('grace')).to.equal(null);
    expect((await send('', { ...made, password: 'compiler-1952' })).status).to.equal(201);
  });

  it('holds for commands, and lets passwords through that they make', async () => {
    const run = (name: string, args: Record<string, string>, flags = {}) =>
      runCommand(site.generation, `user ${name}`, args, flags).catch(String);
    expect(await run('update', { user: 'ada.l' }, { user_pass: 'short' })).to.include('at least 8 characters');
    const edsger = { login: 'edsger', email: 'e@example.org' };
    expect(await run('create', edsger, { user_pass: 'Edsger-1930' })).to.include('the name or the e-mail');
    expect(await site.users.byLogin('edsger')).to.equal(null);
    expect(String(await run('create', edsger))).to.include('Created user');
  });

  it('does not ask about hashes, nor about other changes', async () => {
    const hash = '$P$BabcdefghijklmnopqrstuvwxyzABCDE';
    await site.users.update(ada.id, { passwordHash: hash });
    expect((await site.users.update(ada.id, { lastName: 'King' })).lastName).to.equal('King');
  });

  it('is off by default', async () => {
    const other = await build({});
    const user = await other.users.create({ login: 'ada', email: 'ada@example.org', password: 'ada' });
    expect((await other.users.update(user.id, { password: 'a' })).id).to.equal(user.id);
    await other.generation.dispose();
  });

  it('does not start with a list that cannot be read or is empty', async () => {
    writeFileSync(join(folder, 'empty.txt'), '\n\n');
    for (const [name, what] of [
      ['none.txt', 'cannot be read (ENOENT)'],
      ['empty.txt', 'holds no passwords'],
    ] as const) {
      const failure = await build({ commonPasswords: join(folder, name) }).catch(String);
      expect(failure).to.include('commonPasswords').and.include(what);
    }
    for (const minLength of [-1, 21, '8']) {
      expect(await build({ minLength }).catch(() => 'refused')).to.equal('refused');
    }
  });
});
