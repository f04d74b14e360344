import { expect } from 'chai';
import { CommandError } from '../../../core/index.ts';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';
import { runCommand } from '../../support/run-command.ts';

describe('the commands of application passwords', () => {
  let site: AuthSite;

  before(async () => {
    site = await buildAuthSite();
    await site.addUser('alice');
  });
  after(() => site.generation.dispose());

  const run = async (
    name: string,
    args: Record<string, string | string[]>,
    flags: Record<string, string | boolean> = {},
  ) => {
    return (await runCommand(site.generation, `user application-password ${name}`, args, flags)).join('\n');
  };
  const list = async () => JSON.parse(await run('list', { user: 'alice' }, { format: 'json' }));
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('make one that works, for a login, an e-mail address or an id', async () => {
    for (const user of ['alice', 'alice@example.org', '1']) {
      const secret = await run('create', { user, name: `for ${user}` }, { porcelain: true });
      expect(secret).to.match(/^[A-Za-z0-9]{24}$/);
      const headers = { Authorization: `Basic ${Buffer.from(`alice:${secret}`).toString('base64')}` };
      expect((await site.browser().rest('GET', '/spec/v1/me', { headers })).json).to.eql({ id: 1 });
    }
    expect(await run('create', { user: 'alice', name: 'shown' })).to.match(/is ([A-Za-z0-9]{4} ?){6}$/);
  });

  it('list them without their hashes', async () => {
    const [first] = await list();
    expect(first).to.have.keys('uuid', 'app_id', 'name', 'created', 'last_used', 'last_ip', 'expires', 'scope');
    expect(first).to.include({ name: 'for alice', created: '2026-03-01 10:00:00', last_ip: '127.0.0.1' });
  });

  it('revoke some, and all', async () => {
    const uuids = (await list()).map(({ uuid }: { uuid: string }) => uuid);
    await run('delete', { user: 'alice', uuid: uuids.slice(0, 2) });
    expect(await list()).to.have.length(uuids.length - 2);
    expect(await run('delete', { user: 'alice' }, { all: true })).to.include('2');
    expect(await list()).to.eql([]);
  });

  it('fail in one line for an unknown user, an unknown password and a name that is taken', async () => {
    await run('create', { user: 'alice', name: 'taken' });
    for (const work of [
      run('create', { user: 'nobody', name: 'x' }),
      run('create', { user: 'alice', name: 'taken' }),
      run('create', { user: 'alice', name: ' ' }),
      run('delete', { user: 'alice' }),
      run('delete', { user: 'alice', uuid: ['nothing'] }),
    ]) {
      expect(await failureOf(work)).to.be.instanceOf(CommandError);
    }
  });
});
