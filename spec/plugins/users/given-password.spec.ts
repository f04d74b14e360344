import { Readable } from 'node:stream';
import { expect } from 'chai';
import { givenPassword } from '../../../plugins/users/given-password.ts';
import { runCommand } from '../../support/run-command.ts';
import { buildUserSite } from './user-site.ts';

describe('the password of a command', () => {
  const given = (flag: string | boolean, typed: string, environment: Record<string, string> = {}, isTTY = false) =>
    givenPassword(flag, { environment, input: Object.assign(Readable.from([Buffer.from(typed)]), { isTTY }) });
  const failure = (work: Promise<string>) => work.then(String, (error: Error) => `${error.name}: ${error.message}`);

  it('is the value of the flag, or comes from the environment, or from the first line of the standard input', async () => {
    expect(await given('secret', 'typed', { TAPPET_USER_PASS: 'set' })).to.equal('secret');
    expect(await given(true, 'typed', { TAPPET_USER_PASS: 'set' })).to.equal('set');
    expect(await given(true, ' typed ä \r\nmore\n', { TAPPET_USER_PASS: '' })).to.equal(' typed ä ');
    expect(await given(true, 'typed')).to.equal('typed');
  });

  it('is asked for where there is none, and not typed in the open', async () => {
    expect(await failure(given(true, ''))).to.equal('CommandError: the standard input holds no password');
    expect(await failure(given(true, '\nx'))).to.equal('CommandError: the standard input holds no password');
    expect(await failure(given(true, 'x', {}, true))).to.include('TAPPET_USER_PASS');
  });

  it('is taken by the commands that make and change users, and by none that was not asked to', async () => {
    const site = await buildUserSite();
    process.env.TAPPET_USER_PASS = 'from the environment';
    try {
      const args = { login: 'alice', email: 'alice@example.org' };
      await runCommand(site.generation, 'user create', args, { user_pass: true });
      await runCommand(site.generation, 'user update', { user: 'alice' }, { display_name: 'Alice' });
      await runCommand(site.generation, 'user update', { user: 'alice' }, { user_pass: true });
    } finally {
      delete process.env.TAPPET_USER_PASS;
    }
    expect(site.hashed).to.eql(['hash from the environment', 'hash from the environment']);
    await site.generation.dispose();
  });
});
