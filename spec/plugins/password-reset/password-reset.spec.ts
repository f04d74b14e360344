import { expect } from 'chai';
import { withoutSecrets } from '../../../host/log-secrets.ts';
import { PasswordRules, type User } from '../../../plugins/users/index.ts';
import type { Sent } from '../../support/browser.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { runCommand } from '../../support/run-command.ts';
import { until } from '../../support/until.ts';
import { buildResetSite, type ResetSite } from './reset-site.ts';

const HOUR = 3_600_000;

describe('a lost password', () => {
  let site: ResetSite;
  let alice: User;

  beforeEach(async () => {
    site = await buildResetSite();
    alice = await site.addUser('alice');
  });
  afterEach(() => site.generation.dispose());

  const ask = (
    user_login: string,
    { ip = '192.0.2.1', host = 'localhost', ...sent }: Sent & Record<string, unknown> = {},
  ) =>
    site
      .browser({ ip: String(ip), host: String(host) })
      .page('POST', '/lost-password', { form: { user_login }, ...sent });
  const askAndGet = async (login = 'alice') => {
    const count = site.mails.length + 1;
    await ask(login, { ip: `198.51.100.${count}` });
    return site.linkTo('alice@example.org', count);
  };
  const keyOf = (link: string): string => new URL(link).searchParams.get('key') ?? '';
  const open = (link: string) => site.browser().page('GET', link);
  const set = (link: string, pass1: string, pass2 = pass1) =>
    site.browser().page('POST', '/reset-password', { form: { key: keyOf(link), pass1, pass2 } });
  const mayLogIn = async (pwd: string) =>
    (await site.browser().page('POST', '/login', { form: { log: 'alice', pwd } })).status === 302;

  it('is asked about on the login page, whose link leads to a form', async () => {
    expect((await site.browser().page('GET', '/login')).text).to.include('href="http://localhost/lost-password"');
    const { location } = await site.browser().page('GET', '/cms-login.php?action=lostpassword');
    expect(location).to.equal('http://localhost/lost-password');
    expect((await site.browser().page('GET', '/lost-password')).text).to.include('name="user_login"');
  });

  it('is answered alike for a login, an address, and nobody, before anything is looked up', async () => {
    const answers = [];
    const { statements } = site.generation.services.get(
      'spec',
      (await import('../../../plugins/database/index.ts')).Database,
    );
    for (const name of ['alice', 'alice@example.org', 'nobody', 'nobody@example.org']) {
      const before = statements.count;
      const { status, text, headers } = await ask(name);
      answers.push({ status, text, headers, statements: statements.count - before });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(answers[0]!.status).to.equal(200);
    for (const answer of answers) expect(answer).to.eql(answers[0]);
    await until(() => site.mails.length === 2);
    expect(site.mails.map(({ to }) => to)).to.eql(['alice@example.org', 'alice@example.org']);
    expect(site.events).to.eql(['retrieve alice', 'retrieve alice']);
  });

  it('is found by a link of the public address, whatever the Host header says', async () => {
    await ask('alice', { host: 'evil.example' });
    expect(await site.linkTo('alice@example.org', 1)).to.match(/^http:\/\/localhost\/reset-password\?key=[\w.]+$/);
    expect(JSON.stringify(site.mails)).not.to.include('evil');
  });

  it('is asked for few times by account, and by address, whether the account is there or not', async () => {
    for (const name of ['alice', 'nobody']) {
      for (let time = 0; time < 3; time++) expect((await ask(name)).status).to.equal(200);
      const { status, headers, text } = await ask(name);
      expect([status, Number(headers['Retry-After']) > 0]).to.eql([429, true]);
      expect(text).to.include('role="alert"');
    }
    for (let time = 0; time < 24; time++) expect((await ask(`user${time}`)).status).to.equal(200);
    expect((await ask('another')).status).to.equal(429);
    for (let time = 0; time < 7; time++)
      expect((await ask('alice', { ip: `198.51.100.${time}` })).status).to.equal(200);
    expect((await ask('alice', { ip: '198.51.100.99' })).status).to.equal(429);
    site.clock.now += HOUR + 1000;
    expect((await ask('alice')).status).to.equal(200);
  });

  it('is refused for a form from elsewhere, an empty name, and one that is too long', async () => {
    expect((await ask('alice', { headers: { Origin: 'https://evil.example' } })).status).to.equal(403);
    expect((await ask(' ')).status).to.equal(400);
    expect((await ask('x'.repeat(255))).status).to.equal(400);
    expect((await ask('a\r\nBcc: b@example.org')).status).to.equal(200);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(site.mails).to.eql([]);
  });

  it('gets no mail where a plugin says that the user may have none, and the same answer', async () => {
    const { text } = await ask('alice');
    await until(() => site.mails.length === 1);
    site.rules.allow = false;
    expect((await ask('alice')).text).to.equal(text);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(site.mails).to.have.lengthOf(1);
  });

  it('opens a page that is not cached, framed or named to others, as often as one likes', async () => {
    const link = await askAndGet();
    await open(link);
    const { status, headers, text } = await open(link);
    expect(status).to.equal(200);
    expect(headers).to.include({
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    expect(headers['Content-Security-Policy']).to.include("frame-ancestors 'none'");
    expect(text).to.include('value="alice"').and.include('name="pass1"');
  });

  it('has a key that the log hides', async () => {
    const link = await askAndGet();
    expect(withoutSecrets(`GET ${link}`)).not.to.include(keyOf(link).slice(-40));
    expect(site.logged.join()).not.to.include(keyOf(link).slice(-40));
  });

  it('is set anew once: sessions end, nobody is signed in, the owner is told, the actions fire', async () => {
    const session = await site.sessions.create(alice.id, { remember: false }, { ip: '', userAgent: '' });
    const link = await askAndGet();
    const { status, setCookies } = await set(link, 'another password');
    expect([status, Object.keys(setCookies)]).to.eql([200, []]);
    expect(await mayLogIn('another password')).to.equal(true);
    expect(await mayLogIn('password of alice')).to.equal(false);
    expect(await site.sessions.verify(session.cookie)).to.be.a('string');
    expect(site.events).to.eql(['retrieve alice', 'reset alice', `changed ${alice.id}`, 'after alice']);
    await until(() => site.mails.length === 2);
    expect(site.mails[1]!.subject).to.equal('[Tappet] Your password was changed');
    expect([(await open(link)).status, (await set(link, 'a third password')).status]).to.eql([403, 403]);
    expect(await mayLogIn('a third password')).to.equal(false);
  });

  it('has links that end with their time, with any new password, and with another address', async () => {
    const links = [await askAndGet()];
    site.clock.now += 24 * HOUR - 1000;
    expect((await open(links[0]!)).status).to.equal(200);
    site.clock.now += 1000;
    expect((await open(links[0]!)).status).to.equal(403);
    links.push(await askAndGet());
    await site.users.update(alice.id, { password: 'set elsewhere' });
    expect((await set(links[1]!, 'another password')).status).to.equal(403);
    await until(() => site.mails.length === 3);
    links.push(await askAndGet());
    await site.users.update(alice.id, { email: 'new@example.org' });
    expect((await set(links[2]!, 'another password')).status).to.equal(403);
    expect(await mayLogIn('set elsewhere')).to.equal(true);
  });

  it('has no other keys than ours: each changed one, and strange ones, get one refusal', async () => {
    const key = keyOf(await askAndGet());
    const parts = key.split('.');
    const bob = await site.addUser('bob');
    const changed = (index: number, text: string) => parts.map((part, at) => (at === index ? text : part)).join('.');
    const flip = (text: string) => `${text.startsWith('0') ? '1' : '0'}${text.slice(1)}`;
    const wrong = [
      changed(0, String(bob.id)),
      changed(1, String(Number(parts[1]) + 1)),
      changed(2, flip(parts[2]!)),
      changed(3, flip(parts[3]!)),
      '',
      key.slice(0, -1),
      `${key}0`,
      'x'.repeat(5000),
      '9999999999999999.1.a.b',
    ];
    const { text } = await open('/reset-password?key=none');
    for (const one of wrong) {
      const answer = await open(`/reset-password?key=${encodeURIComponent(one)}`);
      expect([answer.status, answer.text], one).to.eql([403, text]);
      const sent = { form: { key: one, pass1: 'another password', pass2: 'another password' } };
      expect((await site.browser().page('POST', '/reset-password', sent)).status, one).to.equal(403);
    }
    expect(await mayLogIn('password of alice')).to.equal(true);
  });

  it('is checked as on the routes of users, by the rules of the site, and by plugins, and shows why it is refused', async () => {
    const link = await askAndGet();
    for (const [pass1, pass2] of [
      ['', ''],
      ['one', 'two'],
      ['a\\b', 'a\\b'],
      ['x'.repeat(4097), 'x'.repeat(4097)],
    ] as const) {
      const { status, text } = await set(link, pass1, pass2);
      expect([status, text.includes('role="alert"')], pass1.slice(0, 10)).to.eql([400, true]);
    }
    site.generation.services
      .get('spec', PasswordRules)
      .add((password, { login }) => (password.includes(login) ? 'It holds a name.' : undefined));
    const named = await set(link, 'alice in wonderland');
    expect([named.status, named.text.includes('It holds a name.')]).to.eql([400, true]);
    site.rules.validate = (errors) => errors.add('too_easy', 'It is <too> easy.');
    const { status, text } = await set(link, 'another password');
    expect([status, text.includes('It is &lt;too&gt; easy.')]).to.eql([400, true]);
    site.rules.validate = () => {
      throw new Error('broken');
    };
    expect(await set(link, 'another password').catch((error: Error) => error.name)).to.equal('HookFailureError');
    site.rules.validate = () => undefined;
    expect(site.events).not.to.include('reset alice');
    expect((await set(link, 'another password')).status).to.equal(200);
  });

  it('is told to the owner when it was changed otherwise, and a new address at the old one', async () => {
    await site.users.update(alice.id, { password: 'another', email: 'new@example.org' });
    await site.users.update(alice.id, { firstName: 'Alice', email: 'new@example.org' });
    await until(() => site.mails.length === 2);
    const told = site.mails.map(({ to, subject }) => `${to} ${subject}`).sort();
    expect(told).to.eql([
      'alice@example.org [Tappet] Your email address was changed',
      'new@example.org [Tappet] Your password was changed',
    ]);
  });

  it('is not told of a change that was undone', async () => {
    const { Database } = await import('../../../plugins/database/index.ts');
    const database = site.generation.services.get('spec', Database);
    const undone = database.transaction(async () => {
      await site.users.update(alice.id, { password: 'another' });
      throw new Error('no');
    });
    expect(await undone.catch((error: Error) => error.message)).to.equal('no');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(site.mails).to.eql([]);
  });

  it('is reset by a command, which mails a link that works', async () => {
    const lines = await runCommand(site.generation, 'user reset-password', { user: ['alice'] });
    expect(lines).to.eql(['Success: Reset the password of alice.']);
    expect(site.mails).to.have.lengthOf(1);
    expect(await mayLogIn('password of alice')).to.equal(false);
    expect((await set(await site.linkTo('alice@example.org', 1), 'another password')).status).to.equal(200);
    const [password = ''] = await runCommand(
      site.generation,
      'user reset-password',
      { user: ['alice'] },
      { 'skip-email': true, porcelain: true },
    );
    expect(await mayLogIn(password)).to.equal(true);
    const unknown = runCommand(site.generation, 'user reset-password', { user: ['alice', 'nobody'] });
    expect(await unknown.catch((error: Error) => error.message)).to.include('there is no user "nobody"');
    expect(await mayLogIn(password)).to.equal(true);
  });
});

describeOnDatabases('a link for a new password', (freshDatabase) => {
  it('is used once, also by two at once', async () => {
    const site = await buildResetSite({ databaseUrl: await freshDatabase({ again: true }) });
    try {
      await site.addUser('alice');
      await site.browser().page('POST', '/lost-password', { form: { user_login: 'alice' } });
      const key = new URL(await site.linkTo('alice@example.org', 1)).searchParams.get('key');
      const set = async (password: string) => {
        const form = { key, pass1: password, pass2: password };
        return (await site.browser().page('POST', '/reset-password', { form })).status;
      };
      expect((await Promise.all([set('one password'), set('two password')])).sort()).to.eql([200, 403]);
      expect(site.events.filter((event) => event === 'after alice')).to.have.lengthOf(1);
    } finally {
      await site.generation.dispose();
    }
  });
});
