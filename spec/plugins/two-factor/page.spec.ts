import { expect } from 'chai';
import type { Browser } from '../../support/browser.ts';
import { buildTwoFactorSite, type TwoFactorSite } from './two-factor-site.ts';

describe('the page of the second factor', () => {
  let site: TwoFactorSite;
  let browser: Browser;

  before(async () => {
    site = await buildTwoFactorSite();
    await site.addUser('alice');
    browser = site.browser();
    await site.signIn(browser, 'alice');
  });
  after(() => site.generation.dispose());

  const nonceIn = (text: string) => /name="_wpnonce" type="hidden" value="(\w+)"/.exec(text)?.[1];
  const act = async (action: string, more: object = {}) => {
    const _wpnonce = nonceIn((await browser.page('GET', '/two-factor')).text);
    return browser.page('POST', '/two-factor', { form: { _wpnonce, action, ...more } });
  };
  const codesIn = (text: string) => text.match(/(?:[a-z2-7]{4}-){3}[a-z2-7]{4}/g) ?? [];
  let secret: string;

  it('leads who is not signed in to the login, and back', async () => {
    const { status, location } = await site.browser().page('GET', '/two-factor');
    expect(status).to.equal(302);
    expect(new URL(location!).searchParams.get('redirect_to')).to.equal('http://localhost/two-factor');
  });

  it('changes nothing by GET, without the nonce, or from another site', async () => {
    const { text } = await browser.page('GET', '/two-factor');
    expect(text).to.include('the password alone').and.not.include('otpauth:');
    const bare = await browser.page('POST', '/two-factor', { form: { action: 'begin' } });
    const form = { action: 'begin', _wpnonce: nonceIn(text) };
    const headers = { Origin: 'https://evil.example' };
    const foreign = await browser.page('POST', '/two-factor', { form, headers });
    for (const { status, text } of [bare, foreign]) {
      expect(status).to.equal(403);
      expect(text).not.to.include('otpauth:');
    }
  });

  it('leads to the login again where that is an hour ago', async () => {
    site.clock.now += 3_600_000;
    const { status, location } = await act('begin');
    expect([status, new URL(location!).pathname]).to.eql([302, '/login']);
    await site.givePassword(browser, 'alice');
  });

  it('sets it up with a picture, a link and a key, and shows recovery codes once', async () => {
    const { text, headers } = await act('begin');
    expect(headers['Cache-Control']).to.equal('no-store');
    expect(text)
      .to.include('<svg')
      .and.include('href="otpauth://totp/')
      .and.not.match(/<script|style=/);
    secret = /secret=([A-Z2-7]+)/.exec(text)![1]!;
    expect(text.replaceAll(' ', '')).to.include(`<code>${secret}</code>`);
    const wrong = await act('confirm', { otp: '000000' });
    expect(wrong.text).to.include('role="alert"').and.include(secret);
    const done = await act('confirm', { otp: site.code(secret, -1) });
    expect(codesIn(done.text)).to.have.lengthOf(10);
    expect(done.text).not.to.include(secret);
    const { text: later } = await browser.page('GET', '/two-factor');
    expect(later).to.include('10 recovery codes').and.not.include(secret);
    expect(codesIn(later)).to.eql([]);
    expect((await act('begin')).text).to.include('role="alert"');
  });

  it('makes recovery codes anew and turns it off for a code or the password alone', async () => {
    for (const action of ['codes', 'disable']) {
      for (const wrong of [{}, { otp: '000000' }, { current_password: 'wrong' }]) {
        const { status, text } = await act(action, wrong);
        expect(status).to.equal(403);
        expect(text).to.include('Signing in takes a code');
      }
    }
    expect(codesIn((await act('codes', { otp: site.code(secret) })).text)).to.have.lengthOf(10);
    expect((await act('nothing of the kind')).status).to.equal(200);
    const { text } = await act('disable', { current_password: 'password of alice' });
    expect(text).to.include('the password alone');
    expect((await act('codes', { current_password: 'password of alice' })).status).to.equal(404);
  });
});
