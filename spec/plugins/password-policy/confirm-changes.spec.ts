import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import batch from '../../../plugins/batch/index.ts';
import methodOverride from '../../../plugins/method-override/index.ts';
import optionsDescription from '../../../plugins/options-description/index.ts';
import passwordPolicy from '../../../plugins/password-policy/index.ts';
import type { User } from '../../../plugins/users/index.ts';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';
import { basicOf } from '../../support/basic.ts';
import type { Browser } from '../../support/browser.ts';

const HOUR = 3_600_000;

/** What hooks after the check saw of requests. */
const seen: unknown[] = [];
const listener = definePlugin({
  name: 'listener',
  version: '1.0.0',
  description: 'Looks at requests that change users.',
  requires: { users: '^0.1.0' },
  setup({ hooks }) {
    hooks.filter('rest_pre_insert_user').tap('listener', (input, request) => {
      seen.push(request.getParams(), request.body, input);
      return input;
    });
  },
});

const build = (confirmChanges: boolean) =>
  buildAuthSite({
    plugins: [passwordPolicy, optionsDescription, batch, methodOverride, listener],
    pluginOptions: { 'password-policy': { confirmChanges }, passwords: { cost: 10 } },
  });

describe('changes that take the current password', () => {
  let site: AuthSite;
  let user: User;
  let browser: Browser;
  let send: (method: string, route: string, form?: object) => ReturnType<Browser['rest']>;
  let logins = 0;

  before(async () => {
    site = await build(true);
  });
  after(() => site.generation.dispose());

  /** Signs a new user in, two hours ago. */
  const signIn = async (role: string) => {
    user = await site.addUser(`user${++logins}`, role);
    browser = site.browser({ ip: `10.0.0.${logins}` });
    await browser.page('POST', '/login', { form: { log: user.login, pwd: `password of ${user.login}` } });
    const nonce = (await browser.page('GET', '/nonce')).text;
    send = (method, route, form = {}) =>
      browser.rest(method, `/cms/v2${route}`, { headers: { 'X-CMS-Nonce': nonce }, form: { ...form } });
    site.clock.now += 2 * HOUR;
  };
  beforeEach(async () => {
    seen.length = 0;
    await signIn('author');
  });

  const outcome = async (answer: ReturnType<Browser['rest']>) => {
    const { status, json } = await answer;
    return status === 200 ? 200 : `${status} ${json.code}`;
  };
  const REQUIRED = '403 rest_current_password_required';
  const INCORRECT = '403 rest_current_password_incorrect';

  it('are those of a password and of an address, by every method and route', async () => {
    for (const change of [{ password: 'another' }, { email: 'new@example.org' }]) {
      for (const method of ['POST', 'PUT', 'PATCH']) {
        for (const route of ['/users/me', `/users/${user.id}`, `/USERS/${user.id}`]) {
          expect(await outcome(send(method, route, change)), `${method} ${route}`).to.equal(REQUIRED);
          const wrong = { ...change, current_password: 'wrong', first_name: 'Eve' };
          if (method === 'POST') expect(await outcome(send(method, route, wrong))).to.equal(INCORRECT);
        }
      }
    }
    const stored = (await site.users.byId(user.id))!;
    expect([stored.email, stored.firstName]).to.eql([user.email, '']);
    expect(await site.users.authenticate(user.login, `password of ${user.login}`)).to.include({ id: user.id });
  });

  it('go through with it, and no later hook sees it', async () => {
    const current_password = `password of ${user.login}`;
    expect(await outcome(send('POST', '/users/me', { email: `${user.login}@example.com`, current_password }))).to.equal(
      200,
    );
    expect(await outcome(send('POST', '/users/me', { password: 'another', current_password }))).to.equal(200);
    expect(await site.users.authenticate(user.login, 'another')).to.include({ id: user.id });
    expect(seen).not.to.eql([]);
    expect(JSON.stringify(seen)).not.to.include('password of').and.not.include('current_password');
  });

  it('go through in a session of the last hour without it', async () => {
    await browser.page('POST', '/login?reauth=1', { form: { log: user.login, pwd: `password of ${user.login}` } });
    const nonce = (await browser.page('GET', '/nonce')).text;
    const headers = { 'X-CMS-Nonce': nonce };
    const change = (form: Record<string, string>) => browser.rest('POST', '/cms/v2/users/me', { headers, form });
    expect(await outcome(change({ email: `${user.login}@example.net` }))).to.equal(200);
    site.clock.now += HOUR;
    expect(await outcome(change({ email: `${user.login}@example.com` }))).to.equal(REQUIRED);
  });

  it('are no others: the same address, other fields', async () => {
    expect(await outcome(send('POST', '/users/me', { email: user.email, first_name: 'Ada' }))).to.equal(200);
    expect(await outcome(send('POST', '/users/me', { description: 'x' }))).to.equal(200);
  });

  it('take the password of who makes the request, also for other users, and after the permission', async () => {
    const author = user;
    await signIn('administrator');
    const route = `/users/${author.id}`;
    expect(await outcome(send('POST', route, { password: 'another' }))).to.equal(REQUIRED);
    const theirs = { password: 'another', current_password: `password of ${author.login}` };
    expect(await outcome(send('POST', route, theirs))).to.equal(INCORRECT);
    const own = { password: 'another', current_password: `password of ${user.login}` };
    expect(await outcome(send('POST', route, own))).to.equal(200);
    await signIn('author');
    expect(await outcome(send('POST', route, { password: 'x' }))).to.equal('403 rest_cannot_edit');
    expect((await site.browser().rest('POST', `/cms/v2${route}`, { form: { password: 'x' } })).status).to.equal(401);
  });

  it('take it of programs, whose passwords are no proof', async () => {
    const headers = await basicOf(site.generation, user.login);
    const change = (form: Record<string, string>) =>
      site.browser().rest('POST', '/cms/v2/users/me', { headers, form: { password: 'another', ...form } });
    expect(await outcome(change({}))).to.equal(REQUIRED);
    expect(await outcome(change({ current_password: `password of ${user.login}` }))).to.equal(200);
  });

  it('are not gone round in a batch, or by a method that stands in for another', async () => {
    const nonce = (await browser.page('GET', '/nonce')).text;
    const headers = { 'X-CMS-Nonce': nonce };
    const requests = [{ method: 'POST', path: '/cms/v2/users/me', body: { password: 'another' } }];
    const { status, json } = await browser.rest('POST', '/batch/v1', { headers, form: { requests } });
    expect([status, json.responses[0].status]).to.eql([207, 400]);
    const query = { _method: 'PUT', current_password: '' };
    const form = { password: 'another' };
    expect(await outcome(browser.rest('POST', '/cms/v2/users/me', { headers, form, query }))).to.equal(REQUIRED);
    expect(await site.users.authenticate(user.login, `password of ${user.login}`)).to.include({ id: user.id });
  });

  it('count guesses with those at the login page', async () => {
    const guess = () => outcome(send('POST', '/users/me', { password: 'x', current_password: 'wrong' }));
    for (let time = 0; time < 10; time++) expect(await guess()).to.equal(INCORRECT);
    expect(await guess()).to.equal('429 rest_too_many_attempts');
    const form = { log: user.login, pwd: `password of ${user.login}` };
    expect((await browser.page('POST', '/login', { form })).status).to.equal(429);
    // An owner elsewhere is not kept out.
    expect((await site.browser({ ip: '192.0.2.1' }).page('POST', '/login', { form })).status).to.equal(302);
  });

  it('are told of by OPTIONS where they are on, and never shown', async () => {
    const off = await build(false);
    for (const [at, isTold] of [
      [site, true],
      [off, false],
    ] as const) {
      for (const route of ['/cms/v2/users/me', '/cms/v2/users/1']) {
        const { json } = await at.browser().rest('OPTIONS', route);
        const [write] = json.endpoints.filter(({ methods }: { methods: string[] }) => methods.includes('POST'));
        expect(Object.hasOwn(write.args, 'current_password'), route).to.equal(isTold);
        expect(Object.hasOwn(json.schema.properties, 'current_password')).to.equal(isTold);
      }
    }
    expect((await send('GET', '/users/me')).json).not.to.have.property('current_password');
    const alice = await off.addUser('alice');
    const headers = await basicOf(off.generation, 'alice');
    const change = await off.browser().rest('POST', '/cms/v2/users/me', { headers, form: { password: 'another' } });
    expect([change.status, change.json.id]).to.eql([200, alice.id]);
    await off.generation.dispose();
  });
});
