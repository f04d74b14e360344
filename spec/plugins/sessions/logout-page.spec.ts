import { expect } from 'chai';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';
import type { Browser } from '../../support/browser.ts';

describe('the logout page', () => {
  let site: AuthSite;
  let browser: Browser;
  let cookie: string;

  before(async () => {
    site = await buildAuthSite();
    await site.addUser('alice');
  });
  after(() => site.generation.dispose());
  beforeEach(async () => {
    browser = site.browser();
    await browser.page('POST', '/login', { form: { log: 'alice', pwd: 'password of alice' } });
    cookie = browser.cookies.get(site.sessions.cookieName)!;
  });

  const nonceIn = (text: string): string => /name="_wpnonce" type="hidden" value="([^"]+)"/.exec(text)![1]!;

  it('asks first, then ends the session for good', async () => {
    const { status, text } = await browser.page('GET', '/logout');
    expect(status).to.equal(200);
    expect(await site.sessions.verify(cookie)).to.be.an('object');
    const answer = await browser.page('POST', '/logout', { form: { _wpnonce: nonceIn(text) } });
    expect([answer.status, answer.location]).to.eql([302, 'http://localhost/login?loggedout=true']);
    expect(browser.cookies.size).to.equal(0);
    expect(await site.sessions.verify(cookie)).to.equal('bad_session_token');
    expect((await site.browser().page('GET', '/login?loggedout=true')).text).to.include('role="status"');
  });

  it('asks again when the nonce is missing, wrong or of another session', async () => {
    const other = site.browser();
    await other.page('POST', '/login', { form: { log: 'alice', pwd: 'password of alice' } });
    const foreign = nonceIn((await other.page('GET', '/logout')).text);
    for (const form of [{}, { _wpnonce: 'wrong' }, { _wpnonce: foreign }]) {
      expect((await browser.page('POST', '/logout', { form })).status).to.equal(200);
    }
    expect(await site.sessions.verify(cookie)).to.be.an('object');
  });

  it('takes the nonce from the address of the field’s clients, and follows redirect_to on this site', async () => {
    const nonce = nonceIn((await browser.page('GET', '/cms-login.php?action=logout')).text);
    const url = `/cms-login.php?action=logout&_wpnonce=${nonce}&redirect_to=/bye`;
    expect((await browser.page('GET', url)).location).to.equal('http://localhost/bye');
    expect(await site.sessions.verify(cookie)).to.equal('bad_session_token');
  });

  it('redirects a visitor who is not signed in, and to no other site', async () => {
    const answer = await site.browser().page('GET', '/logout?redirect_to=//evil.example');
    expect(answer.location).to.equal('http://localhost/login?loggedout=true');
  });
});
