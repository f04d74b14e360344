import { expect } from 'chai';
import type { User } from '../../../plugins/users/index.ts';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';
import type { Browser } from '../../support/browser.ts';

describe('the sessions of a user', () => {
  let site: AuthSite;
  let alice: User;

  before(async () => {
    site = await buildAuthSite();
    alice = await site.addUser('alice');
  });
  after(() => site.generation.dispose());
  afterEach(() => site.sessions.destroyAll(alice.id));

  /** A browser in which alice has signed in, with a function that makes requests with a nonce. */
  const signIn = async (ip: string, pwd = 'password of alice', remember = false) => {
    const browser = site.browser({ ip });
    const form = { log: 'alice', pwd, ...(remember ? { rememberme: 'forever' } : {}) };
    const { status } = await browser.page('POST', '/login', { form });
    expect(status).to.equal(302);
    const nonce = (await browser.page('GET', '/nonce')).text;
    const send = (method: string, route: string, form: object = {}) =>
      browser.rest(method, `/cms/v2/users/${route}`, {
        headers: { 'X-CMS-Nonce': nonce, 'User-Agent': 'spec' },
        ...(method === 'POST' ? { form: { ...form } } : { query: form }),
      });
    return { browser, send };
  };
  const verdict = async (browser: Browser) => {
    const verdict = await site.sessions.verify(browser.cookies.get(site.sessions.cookieName) ?? '');
    return typeof verdict === 'string' ? verdict : 'valid';
  };

  it('are listed without what opens them', async () => {
    const [one, two] = [await signIn('10.0.0.1'), await signIn('10.0.0.2')];
    const { status, json } = await one.send('GET', 'me/sessions');
    expect(status).to.equal(200);
    expect(json.map(({ ip, current }: { ip: string; current: boolean }) => `${ip} ${current}`).sort()).to.eql([
      '10.0.0.1 true',
      '10.0.0.2 false',
    ]);
    expect(json[0]).to.have.all.keys('id', 'created', 'expires', 'ip', 'user_agent', 'current');
    for (const { browser } of [one, two]) {
      const [, , token] = browser.cookies.get(site.sessions.cookieName)!.split('|');
      expect(JSON.stringify(json)).not.to.include(token);
    }
  });

  it('are ended one by one, and all but the own one', async () => {
    const [one, two, three] = [await signIn('10.0.0.1'), await signIn('10.0.0.2'), await signIn('10.0.0.3')];
    const { json } = await one.send('GET', 'me/sessions');
    const { id } = json.find(({ ip }: { ip: string }) => ip === '10.0.0.2');
    const ended = await one.send('DELETE', `me/sessions/${id}`);
    expect([ended.status, ended.json.previous.ip]).to.eql([200, '10.0.0.2']);
    expect(await verdict(two.browser)).to.equal('bad_session_token');
    expect((await one.send('DELETE', `me/sessions/${id}`)).json.code).to.equal('rest_session_not_found');
    const others = await one.send('DELETE', 'me/sessions', { keep_current: 'true' });
    expect(others.json.previous).to.have.lengthOf(1);
    expect([await verdict(one.browser), await verdict(three.browser)]).to.eql(['valid', 'bad_session_token']);
    await one.send('DELETE', 'me/sessions');
    expect(await verdict(one.browser)).to.equal('bad_session_token');
  });

  it('are all ended from the page for signing out', async () => {
    const [one, two] = [await signIn('10.0.0.1'), await signIn('10.0.0.2')];
    const { text } = await one.browser.page('GET', '/logout');
    const [, nonce] = /name="_wpnonce" type="hidden" value="(\w+)"/.exec(text)!;
    expect(text).to.include('Log out everywhere');
    await one.browser.page('POST', '/logout', { form: { _wpnonce: nonce, everywhere: '1' } });
    expect(await verdict(two.browser)).to.equal('bad_session_token');
  });

  it('end with another password, but for the one in which it was changed', async () => {
    for (const remember of [false, true]) {
      const password = remember ? 'third' : 'second';
      const former = remember ? 'second' : 'password of alice';
      const [one, two] = [await signIn('10.0.0.1', former, remember), await signIn('10.0.0.2', former)];
      const { status, headers } = await one.send('POST', 'me', { password });
      expect(status).to.equal(200);
      const [cookie = '', ...attributes] = String(headers['Set-Cookie']).split('; ');
      expect(attributes).to.include('httponly').and.include('samesite=lax').and.include('path=/');
      expect(attributes.some((attribute) => attribute.startsWith('expires='))).to.equal(remember);
      expect([await verdict(one.browser), await verdict(two.browser)]).to.eql(['bad_hash', 'bad_hash']);
      one.browser.cookies.set(site.sessions.cookieName, cookie.slice(cookie.indexOf('=') + 1));
      expect(await verdict(one.browser)).to.equal('valid');
      expect(await site.sessions.list(alice.id)).to.have.lengthOf(1);
      // The nonces of the page go on with the session.
      expect((await one.send('GET', 'me/sessions')).status).to.equal(200);
      await site.sessions.destroyAll(alice.id);
    }
  });

  it('go on with any other change', async () => {
    const one = await signIn('10.0.0.1', 'third');
    const { headers } = await one.send('POST', 'me', { first_name: 'Alice' });
    expect(headers).not.to.have.property('Set-Cookie');
    expect(await verdict(one.browser)).to.equal('valid');
  });

  it('end with a password that somebody else sets', async () => {
    const one = await signIn('10.0.0.1', 'third');
    await site.users.update(alice.id, { password: 'fourth' });
    expect(await verdict(one.browser)).to.equal('bad_hash');
    expect(await site.sessions.list(alice.id)).to.eql([]);
  });
});
