import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { html } from '../../../core/text/index.ts';
import type { LoginChallenge } from '../../../plugins/sessions/index.ts';
import type { User } from '../../../plugins/users/index.ts';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';
import type { Browser } from '../../support/browser.ts';

const events: string[] = [];
/** What the plugin of this spec asks of users; `ask` is a pin. */
let mode: 'ask' | 'nothing' | 'throw' | 'nonsense' = 'ask';

const challenge: LoginChallenge = {
  title: 'Your pin',
  fields: html`<label for="pin">Pin</label><input id="pin" name="pin" type="text">`,
  verify: async (field) => (field('pin') === 'told' ? html`<p>Told once.</p>` : field('pin') === '1234'),
};

const pins = definePlugin({
  name: 'pins',
  version: '1.0.0',
  description: 'Asks for a pin after the password.',
  requires: { sessions: '^0.1.0' },
  setup({ hooks }) {
    hooks.filter('login_challenge').tapPromise('pins', async (asked) => {
      if (mode === 'throw') throw new Error('out of order');
      if (mode === 'nonsense') return 'a pin' as unknown as LoginChallenge;
      return mode === 'ask' ? challenge : asked;
    });
    hooks.action('cms_login').tap('pins', (login) => void events.push(`in ${login}`));
    hooks.action('cms_login_failed').tap('pins', (login) => void events.push(`failed ${login}`));
  },
});

describe('the challenge between password and session', () => {
  let site: AuthSite;
  let alice: User;

  before(async () => {
    site = await buildAuthSite({ plugins: [pins], pluginOptions: { passwords: { cost: 10 } } });
    alice = await site.addUser('alice');
    await site.addUser('bob');
  });
  after(() => site.generation.dispose());
  beforeEach(() => {
    events.length = 0;
    mode = 'ask';
    // Past the attempts of the specs before.
    site.clock.now += 3_700_000;
  });

  const tokenIn = (text: string): string => /name="login_token" type="hidden" value="([^"]+)"/.exec(text)?.[1] ?? '';
  /** Gives the right password; answers with the token of the pending login. */
  const pending = async (browser: Browser, login = 'alice', more: object = {}): Promise<string> => {
    const form = { log: login, pwd: `password of ${login}`, ...more };
    return tokenIn((await browser.page('POST', '/login', { form })).text);
  };
  const answer = (browser: Browser, login_token: string, pin = '1234', more: object = {}) =>
    browser.page('POST', '/login', { form: { login_token, pin, ...more } });
  const isSignedIn = (browser: Browser) => browser.cookies.has(site.sessions.cookieName);

  it('is shown after the right password, without a session', async () => {
    const browser = site.browser();
    const form = { log: 'alice', pwd: 'password of alice', redirect_to: '/x' };
    const { status, text, headers, setCookies } = await browser.page('POST', '/login', { form });
    expect(status).to.equal(200);
    expect(text).to.include('Your pin').and.include('name="pin"').and.include('value="http://localhost/x"');
    expect(text).not.to.include('name="pwd"');
    expect([headers['Cache-Control'], setCookies]).to.eql(['no-store', {}]);
    expect(await site.sessions.list(alice.id)).to.eql([]);
    expect(events).to.eql([]);
  });

  it('is not shown after a wrong password', async () => {
    const { text } = await site.browser().page('POST', '/login', { form: { log: 'alice', pwd: 'wrong' } });
    expect(text).to.include('name="pwd"').and.not.include('Your pin');
    expect(tokenIn(text)).to.equal('');
  });

  it('begins the session when it is met, remembered and led as the first form asked', async () => {
    for (const [more, expires] of [
      [{}, false],
      [{ rememberme: 'forever' }, true],
    ] as const) {
      const browser = site.browser();
      const { status, location, setCookies } = await answer(browser, await pending(browser, 'alice', more), '1234', {
        redirect_to: '/x',
      });
      expect([status, location]).to.eql([302, 'http://localhost/x']);
      expect(Object.hasOwn(setCookies[site.sessions.cookieName]!, 'expires')).to.equal(expires);
      expect(await site.sessions.verify(browser.cookies.get(site.sessions.cookieName)!)).to.include({
        userId: alice.id,
      });
    }
    expect(events).to.eql(['in alice', 'in alice']);
  });

  it('shows what it tells once, and then where to go on', async () => {
    const browser = site.browser();
    const { status, text } = await answer(browser, await pending(browser), 'told');
    expect([status, isSignedIn(browser)]).to.eql([200, true]);
    expect(text).to.include('Told once.').and.include('href="http://localhost/"');
  });

  it('is asked again after a wrong answer, without the password', async () => {
    const browser = site.browser();
    const token = await pending(browser);
    const { status, text } = await answer(browser, token, '0000');
    expect([status, tokenIn(text), isSignedIn(browser)]).to.eql([200, token, false]);
    expect(text).to.include('role="alert"');
    expect(events).to.eql(['failed alice']);
    expect((await answer(browser, token)).status).to.equal(302);
  });

  it('ends five minutes after the password', async () => {
    const browser = site.browser();
    const token = await pending(browser);
    site.clock.now += 299_000;
    expect(tokenIn((await answer(browser, token, '0000')).text)).to.equal(token);
    site.clock.now += 1000;
    const { text } = await answer(browser, token);
    expect(text).to.include('took too long').and.include('name="pwd"');
    expect(isSignedIn(browser)).to.equal(false);
  });

  it('opens one session: a token that was used opens no other, nor do two requests at once', async () => {
    const [one, other] = [site.browser(), site.browser()];
    const token = await pending(one);
    const both = await Promise.all([answer(one, token), answer(other, token)]);
    expect(both.map(({ status }) => status).sort()).to.eql([200, 302]);
    expect([isSignedIn(one), isSignedIn(other)].filter(Boolean)).to.have.lengthOf(1);
    const late = site.browser();
    expect((await answer(late, token)).text).to.include('name="pwd"');
    expect(isSignedIn(late)).to.equal(false);
  });

  it('is of one account, one end and one password', async () => {
    const browser = site.browser();
    const token = await pending(browser);
    const [id, ends, remember, ...rest] = token.split('.');
    const bob = (await site.users.byLogin('bob'))!;
    const forged = [
      [bob.id, ends, remember, ...rest],
      [id, Number(ends) + 60, remember, ...rest],
      [id, ends, 1, ...rest],
      [id, ends, remember, 'A'.repeat(22), rest[1]],
      [id, ends, remember, rest[0], '0'.repeat(64)],
      [999, ends, remember, ...rest],
      [alice.id],
    ].map((parts) => parts.join('.'));
    for (const one of [...forged, 'x', `${token}.`, ` ${token}`]) {
      expect((await answer(browser, one)).text, one).to.include('name="pwd"');
    }
    await site.users.update(alice.id, { password: 'password of alice' });
    expect((await answer(browser, token)).text).to.include('name="pwd"');
    expect(isSignedIn(browser)).to.equal(false);
  });

  it('opens nothing by its token alone', async () => {
    const browser = site.browser();
    const token = await pending(browser);
    expect(await site.sessions.verify(token)).to.equal('malformed');
    browser.cookies.set(site.sessions.cookieName, token);
    expect((await browser.rest('GET', '/spec/v1/me')).json).to.eql({ id: 0 });
    expect((await browser.page('GET', '/nonce')).status).to.equal(400);
    const headers = { Authorization: `Basic ${Buffer.from(`alice:${token}`).toString('base64')}` };
    expect((await site.browser().rest('GET', '/spec/v1/me', { headers })).status).to.equal(401);
  });

  it('is refused from a page of another site', async () => {
    const browser = site.browser();
    const token = await pending(browser);
    const headers = { Origin: 'https://evil.example' };
    const { status } = await browser.page('POST', '/login', { form: { login_token: token, pin: '1234' }, headers });
    expect([status, isSignedIn(browser)]).to.eql([403, false]);
  });

  it('is throttled by account, and keeps no owner out who has a session or is at home', async () => {
    const [home, elsewhere] = [site.browser({ ip: '192.0.2.1' }), site.browser({ ip: '10.0.0.1' })];
    await answer(home, await pending(home));
    const away = site.browser({ ip: '198.51.100.1' });
    await answer(away, await pending(away));
    away.cookies.forEach((value, name) => void elsewhere.cookies.set(name, value));
    for (let network = 1; network <= 2; network++) {
      const thief = site.browser({ ip: `10.1.${network}.1` });
      const token = await pending(thief);
      const wrong = () => answer(thief, token, '0000');
      for (let time = 0; time < 10; time++) expect((await wrong()).status).to.equal(200);
      const { status, headers, text } = await answer(thief, token);
      expect([status, isSignedIn(thief)]).to.eql([429, false]);
      expect(headers['Retry-After']).to.equal('3600');
      expect(tokenIn(text)).to.equal(token);
    }
    const another = site.browser({ ip: '10.1.3.1' });
    expect((await answer(another, await pending(another))).status).to.equal(429);
    expect((await answer(home, await pending(home))).status).to.equal(302);
    expect((await answer(elsewhere, await pending(elsewhere))).status).to.equal(302);
  });

  it('does not make an address known before it is met', async () => {
    const thief = site.browser({ ip: '203.0.113.9' });
    await pending(thief, 'bob');
    const fail = (ip: string) => site.browser({ ip }).page('POST', '/login', { form: { log: 'bob', pwd: 'wrong' } });
    for (let time = 0; time < 100; time++) await fail(`10.2.${time}.1`);
    // At an address that the account is not known at, failures elsewhere count.
    expect((await thief.page('POST', '/login', { form: { log: 'bob', pwd: 'x' } })).status).to.equal(429);
  });

  it('fails closed: a plugin that throws or answers with nonsense signs nobody in', async () => {
    const browser = site.browser();
    const token = await pending(browser);
    for (const broken of ['throw', 'nonsense'] as const) {
      mode = broken;
      const failed = (work: Promise<unknown>) =>
        work.then(
          () => false,
          () => true,
        );
      expect(await failed(pending(browser)), broken).to.equal(true);
      expect(await failed(answer(browser, token)), broken).to.equal(true);
    }
    expect(isSignedIn(browser)).to.equal(false);
  });

  it('is passed by a pending login whose challenge was taken away, once', async () => {
    const browser = site.browser();
    const token = await pending(browser);
    mode = 'nothing';
    expect((await answer(browser, token)).status).to.equal(302);
    expect((await answer(site.browser(), token)).status).to.equal(200);
  });

  it('writes no token to the log', async () => {
    expect(site.logged.join('\n')).not.to.match(/login_token|\.[0-9a-f]{64}/);
  });
});
