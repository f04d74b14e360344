import { expect } from 'chai';
import { CommandError } from '../../../core/index.ts';
import { runCommand } from '../../support/run-command.ts';
import { buildUserSite, type UserSite } from './user-site.ts';

describe('commands of users', () => {
  let site: UserSite;
  beforeEach(async () => {
    site = await buildUserSite();
    await site.add('ada');
  });
  afterEach(() => site.generation.dispose());

  type Words = Record<string, string>;
  const run = (name: string, args?: Words, flags?: Record<string, string | boolean>) =>
    runCommand(site.generation, name, args, flags);
  const refusal = (name: string, args?: Words, flags?: Record<string, string | boolean>) =>
    run(name, args, flags).then(
      () => 'done',
      (error: Error) => (error instanceof CommandError ? error.message : `unexpected ${error}`),
    );

  it('create makes a user of a role, and prints the id alone with --porcelain', async () => {
    const flags = { role: 'editor', user_pass: 'secret', display_name: 'Bob B.', porcelain: true };
    expect(await run('user create', { login: 'bob', email: 'bob@example.org' }, flags)).to.eql(['2']);
    expect(await site.users.byId(2)).to.deep.include({
      displayName: 'Bob B.',
      roles: ['editor'],
    });
    expect(site.hashOf(await site.users.byId(2))).to.equal('new:secret');
  });

  it('create makes a password up when none is given, and prints it', async () => {
    const lines = await run('user create', { login: 'bob', email: 'bob@example.org' });
    expect(lines[0]).to.equal('Success: Created user 2.');
    const password = /^Password: (\S{24})$/.exec(lines[1] ?? '')?.[1];
    expect(site.hashOf(await site.users.byId(2))).to.equal(`new:${password}`);
  });

  it('create refuses what cannot be stored in one line', async () => {
    const email = 'x@example.org';
    expect(await refusal('user create', { login: 'a<b>', email })).to.equal('"a<b>" cannot be a login name');
    expect(await refusal('user create', { login: 'x', email: 'nope' })).to.equal('"nope" is no email address');
    expect(await refusal('user create', { login: 'ada', email })).to.equal('The login name is taken.');
    expect(await refusal('user create', { login: 'x', email }, { role: 'emperor' })).to.equal(
      'there is no role "emperor"; choose one of administrator, editor, author, contributor, subscriber',
    );
  });

  it('list prints users, of a role if one is named', async () => {
    await site.add('bob', 'editor');
    const names = async (flags: Words) =>
      JSON.parse((await run('user list', {}, { ...flags, format: 'json' }))[0]!).map((row: Words) => row.user_login);
    expect(await names({})).to.eql(['ada', 'bob']);
    expect(await names({ role: 'editor' })).to.eql(['bob']);
    expect(await run('user list', {}, { format: 'ids' })).to.eql(['1 2']);
  });

  it('get finds a user by id, login or email address, and prints one field', async () => {
    for (const user of ['1', 'ada', 'ada@example.org']) {
      expect(await run('user get', { user }, { field: 'user_login' })).to.eql(['ada']);
    }
    expect(await refusal('user get', { user: 'bob' })).to.contain('there is no user "bob"');
    expect(await refusal('user get', { user: 'ada' }, { field: 'constructor' })).to.contain('there is no field');
  });

  it('update changes what is named', async () => {
    await run('user update', { user: 'ada' }, { user_email: 'new@example.org', role: 'subscriber' });
    expect(await site.users.byId(1)).to.deep.include({
      email: 'new@example.org',
      roles: ['subscriber'],
      displayName: 'ada',
    });
    expect(await refusal('user update', { user: 'ada' }, { user_email: 'x' })).to.equal('"x" is no email address');
  });

  it('delete removes a user, and refuses to let it inherit from itself', async () => {
    expect(await refusal('user delete', { user: 'ada' }, { reassign: '1' })).to.equal(
      'a user cannot take over from itself',
    );
    expect(await run('user delete', { user: 'ada' })).to.eql(['Success: Removed user 1.']);
    expect(await site.users.byId(1)).to.equal(null);
  });
});
