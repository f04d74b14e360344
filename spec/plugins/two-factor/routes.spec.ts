import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { basicOf } from '../../support/basic.ts';
import { runCommand } from '../../support/run-command.ts';
import { buildTwoFactorSite, type TwoFactorSite } from './two-factor-site.ts';

const events: string[] = [];
const listener = definePlugin({
  name: 'listener',
  version: '1.0.0',
  description: 'Writes down what happens to second factors.',
  requires: { 'two-factor': '^0.1.0' },
  setup({ hooks }) {
    hooks.action('two_factor_enabled').tap('listener', (id) => void events.push(`enabled ${id}`));
    hooks.action('two_factor_disabled').tap('listener', (id) => void events.push(`disabled ${id}`));
  },
});

const HOUR = 3_600_000;

describe('the routes of second factors', () => {
  let site: TwoFactorSite;
  let logins = 0;

  before(async () => {
    site = await buildTwoFactorSite({}, { plugins: [listener] });
  });
  after(() => site.generation.dispose());
  beforeEach(() => {
    events.length = 0;
    site.clock.now += 24 * HOUR;
  });

  /** A new user who is signed in. */
  const someone = async (role?: string) => {
    const user = await site.addUser(`user${++logins}`, role);
    const browser = site.browser({ ip: `10.0.0.${logins}` });
    return { user, browser, send: await site.signIn(browser, user.login) };
  };
  const OFF = { enabled: false, required: false, recovery_codes_left: 0 };

  it('set one up: a secret first, then recovery codes for its first code', async () => {
    const { user, send } = await someone();
    expect((await send('GET', 'me/two-factor')).json).to.eql(OFF);
    const begun = await send('POST', 'me/two-factor');
    expect(begun.status).to.equal(201);
    const { secret, uri, ...status } = begun.json;
    expect(secret).to.match(/^[A-Z2-7]{32}$/);
    expect(uri).to.equal(`otpauth://totp/Tappet:${user.login}?secret=${secret}&issuer=Tappet`);
    expect(status).to.eql(OFF);
    const wrong = await send('POST', 'me/two-factor', { otp: site.code(secret, 2) });
    expect([wrong.status, wrong.json.code]).to.eql([400, 'two_factor_invalid_otp']);
    expect((await send('GET', 'me/two-factor')).json.enabled).to.equal(false);
    const done = await send('POST', 'me/two-factor', { otp: site.code(secret) });
    expect(done.status).to.equal(200);
    expect(done.json).to.have.all.keys('enabled', 'required', 'recovery_codes_left', 'recovery_codes');
    expect(done.json.recovery_codes).to.have.lengthOf(10);
    expect((await send('GET', `${user.id}/two-factor`)).json).to.eql({
      ...OFF,
      enabled: true,
      recovery_codes_left: 10,
    });
    expect(events).to.eql([`enabled ${user.id}`]);
  });

  it('refuse a second one, a code of none, and one that was begun an hour ago', async () => {
    const { send } = await someone();
    const none = await send('POST', 'me/two-factor', { otp: '123456' });
    expect([none.status, none.json.code]).to.eql([409, 'two_factor_not_begun']);
    const { secret } = (await send('POST', 'me/two-factor')).json;
    site.clock.now += HOUR;
    const late = await send('POST', 'me/two-factor', { otp: site.code(secret) });
    expect([late.status, late.json.code]).to.eql([409, 'two_factor_not_begun']);
    site.clock.now -= HOUR;
    await site.enable(send);
    for (const params of [{}, { otp: site.code(secret) }]) {
      const { status, json } = await send('POST', 'me/two-factor', params);
      expect([status, json.code]).to.eql([409, 'two_factor_enabled']);
    }
  });

  it('ask for the password outside of a session of the last hour', async () => {
    const { user, send } = await someone();
    site.clock.now += HOUR;
    const old = await send('POST', 'me/two-factor');
    expect([old.status, old.json.code]).to.eql([403, 'two_factor_password_required']);
    expect((await send('POST', 'me/two-factor', { current_password: 'wrong' })).status).to.equal(403);
    const given = await send('POST', 'me/two-factor', { current_password: `password of ${user.login}` });
    expect(given.status).to.equal(201);
    const headers = await basicOf(site.generation, user.login);
    const program = () => site.browser().rest('POST', '/cms/v2/users/me/two-factor', { headers });
    expect((await program()).json.code).to.equal('two_factor_password_required');
  });

  it('end the sessions that took no code, but for the own one', async () => {
    const { user, browser, send } = await someone();
    const other = site.browser();
    await site.signIn(other, user.login);
    await site.enable(send);
    const verdict = async (one: typeof browser) => site.sessions.verify(one.cookies.get(site.sessions.cookieName)!);
    expect(await verdict(browser)).to.include({ userId: user.id });
    expect(await verdict(other)).to.equal('bad_session_token');
  });

  it('disable it for a code, a recovery code or the password, and for nothing less', async () => {
    const { user, send } = await someone();
    for (const proof of ['otp', 'recovery', 'password']) {
      site.clock.now += 90_000;
      const { secret, codes } = await site.enable(send);
      for (const wrong of [
        {},
        { otp: site.code(secret, -1) },
        { otp: 'x' },
        { current_password: 'wrong' },
        { otp: '' },
      ]) {
        const { status, json } = await send('DELETE', 'me/two-factor', wrong);
        expect([status, json.code], JSON.stringify(wrong)).to.eql([403, 'two_factor_proof_required']);
      }
      const given = {
        otp: { otp: site.code(secret) },
        recovery: { otp: codes[3]! },
        password: { current_password: `password of ${user.login}` },
      }[proof]!;
      const { status, json } = await send('DELETE', 'me/two-factor', given);
      expect([status, json.deleted, json.previous.enabled], proof).to.eql([200, true, true]);
      expect((await send('DELETE', 'me/two-factor', given)).json.code).to.equal('two_factor_disabled');
      site.clock.now += 2 * HOUR;
      const again = site.browser();
      expect((await site.givePassword(again, user.login)).status).to.equal(302);
      site.clock.now -= 2 * HOUR;
    }
    expect(events.filter((event) => event === `disabled ${user.id}`)).to.have.lengthOf(3);
  });

  it('make new recovery codes, which end the former ones', async () => {
    const { send } = await someone();
    const none = await send('POST', 'me/two-factor/recovery-codes', { otp: '123456' });
    expect([none.status, none.json.code]).to.eql([404, 'two_factor_disabled']);
    const { secret, codes } = await site.enable(send);
    const bare = await send('POST', 'me/two-factor/recovery-codes');
    expect([bare.status, bare.json.code]).to.eql([403, 'two_factor_proof_required']);
    const made = await send('POST', 'me/two-factor/recovery-codes', { otp: site.code(secret) });
    expect(made.json.recovery_codes).to.have.lengthOf(10);
    expect((await send('DELETE', 'me/two-factor', { otp: codes[0] })).status).to.equal(403);
    expect((await send('DELETE', 'me/two-factor', { otp: made.json.recovery_codes[0] })).status).to.equal(200);
  });

  it('count guesses, and stop them', async () => {
    const { send, browser } = await someone();
    const { secret } = await site.enable(send);
    for (let time = 0; time < 10; time++) await send('DELETE', 'me/two-factor', { otp: '000000' });
    const { status, headers, json } = await send('DELETE', 'me/two-factor', { otp: site.code(secret) });
    expect([status, json.code, headers['Retry-After']]).to.eql([429, 'rest_too_many_attempts', '3600']);
    expect(site.isSignedIn(browser)).to.equal(true);
  });

  it('let administrators disable that of others, and nobody else', async () => {
    const [owner, admin, author] = [await someone(), await someone('administrator'), await someone()];
    await site.enable(owner.send);
    const route = `${owner.user.id}/two-factor`;
    for (const method of ['GET', 'DELETE']) expect((await author.send(method, route)).status).to.equal(403);
    const begun = await admin.send('POST', route);
    expect([begun.status, begun.json.code]).to.eql([403, 'rest_cannot_edit_two_factor']);
    expect((await admin.send('GET', route)).json.enabled).to.equal(true);
    expect((await admin.send('DELETE', route)).status).to.equal(200);
    expect((await admin.send('DELETE', route)).json.code).to.equal('two_factor_disabled');
    expect((await site.givePassword(site.browser(), owner.user.login)).status).to.equal(302);
    // Their own takes proof, by whichever address.
    await site.enable(admin.send);
    expect((await admin.send('DELETE', `${admin.user.id}/two-factor`)).status).to.equal(403);
  });

  it('tell a secret and recovery codes in the answer that makes them alone', async () => {
    const { user, send } = await someone('administrator');
    const { secret, codes } = await site.enable(send);
    const routes = ['me/two-factor?context=edit', 'me/two-factor', 'me?context=edit', 'me/sessions', `${user.id}`];
    for (const route of routes) {
      const [path, context] = route.split('?context=');
      const { json } = await send('GET', path!, context === undefined ? {} : { context });
      expect(JSON.stringify(json), route)
        .not.to.include(secret)
        .and.not.include(codes[0])
        .and.not.include('_two_factor');
    }
  });

  it('refuse arguments of other types with 400', async () => {
    const { send } = await someone();
    for (const otp of [['1'], 'x'.repeat(101)]) {
      for (const [method, route] of [
        ['POST', 'me/two-factor'],
        ['DELETE', 'me/two-factor'],
      ] as const) {
        const { status, json } = await send(method, route, { otp });
        expect([status, json.code], `${method} ${otp}`).to.eql([400, 'rest_invalid_param']);
      }
    }
    expect((await send('GET', '999999/two-factor')).json.code).to.equal('rest_user_invalid_id');
  });

  it('have commands that tell and disable', async () => {
    const { user, send } = await someone();
    const run = (name: string, flags = {}) =>
      runCommand(site.generation, `user two-factor ${name}`, { user: user.email }, flags);
    await site.enable(send);
    expect(JSON.parse((await run('status', { format: 'json' })).join(''))).to.eql([
      { user_login: user.login, enabled: true, recovery_codes_left: 10 },
    ]);
    expect((await run('disable')).join('')).to.include('Disabled');
    expect((await send('GET', 'me/two-factor')).json).to.eql(OFF);
    const failure = await runCommand(site.generation, 'user two-factor status', { user: 'nobody' }).catch(String);
    expect(failure).to.include('there is no user "nobody"');
  });
});
