import { expect } from 'chai';
import { definePlugin, RestError } from '../../../core/index.ts';
import { createBrand } from '../../../core/site/index.ts';
import { cookieStatus } from '../../../plugins/cookie-auth/index.ts';
import type { User } from '../../../plugins/users/index.ts';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';
import type { Browser } from '../../support/browser.ts';

const HOUR = 3600 * 1000;

/** Another scheme: a header names the user, or refuses. */
const otherScheme = definePlugin({
  name: 'other-scheme',
  version: '1.0.0',
  description: 'Identifies by a header of its own.',
  setup({ hooks }) {
    hooks.filter('determine_current_user').tap({ stage: 30 }, (userId, request) => {
      const named = request.getHeader('X-User');
      return userId || named === null ? userId : Number(named);
    });
    hooks.filter('rest_authentication_errors').tap('other-scheme', (result, request) => {
      if (request.getHeader('X-Refuse') !== null) return new RestError('refused', 'No.', { status: 418 });
      return request.getHeader('X-Confirm') === null ? result : true;
    });
  },
});

describe('cookie authentication (5)', () => {
  let site: AuthSite;
  let alice: User;
  let bob: User;
  let browser: Browser;
  let nonce: string;

  before(async () => {
    site = await buildAuthSite({ plugins: [otherScheme] });
    alice = await site.addUser('alice');
    bob = await site.addUser('bob');
  });
  after(() => site.generation.dispose());

  const signIn = async (user: User): Promise<Browser> => {
    const fresh = site.browser();
    const session = await site.sessions.create(user.id, { remember: false }, { ip: '127.0.0.1', userAgent: 'spec' });
    fresh.cookies.set(site.sessions.cookieName, session.cookie);
    return fresh;
  };
  const nonceOf = async (of: Browser): Promise<string> => (await of.page('GET', '/nonce')).text;

  beforeEach(async () => {
    browser = await signIn(alice);
    nonce = await nonceOf(browser);
  });

  describe('step 1: another handler has decided', () => {
    it('leaves an error as it is, whatever the nonce', async () => {
      const headers = { 'X-Refuse': '1', 'X-CMS-Nonce': nonce };
      const answer = await browser.rest('GET', '/spec/v1/me', { headers });
      expect(answer.status).to.equal(418);
      expect(answer.headers).not.to.have.property('X-CMS-Nonce');
    });

    it('leaves a confirmation as it is: no nonce is required, and a wrong one is ignored', async () => {
      const headers = { 'X-Confirm': '1', 'X-CMS-Nonce': 'wrong' };
      expect((await browser.rest('GET', '/spec/v1/me', { headers })).json).to.eql({ id: alice.id });
    });
  });

  describe('step 2: the user is signed in, but not by cookie', () => {
    it('looks at no nonce', async () => {
      const headers = { 'X-User': String(bob.id), 'X-CMS-Nonce': 'wrong' };
      const answer = await site.browser().rest('GET', '/spec/v1/me', { headers });
      expect(answer.json).to.eql({ id: bob.id });
      expect(answer.headers).not.to.have.property('X-CMS-Nonce');
    });

    it('holds beside a cookie that does not', async () => {
      browser.cookies.set(site.sessions.cookieName, 'nonsense');
      const answer = await browser.rest('GET', '/spec/v1/me', { headers: { 'X-User': String(bob.id) } });
      expect(answer.json).to.eql({ id: bob.id });
      expect(cookieStatus(answer.context)).to.equal('malformed');
    });

    it('does not hold beside a cookie that does: the cookie comes first', async () => {
      const answer = await browser.rest('GET', '/spec/v1/me', { headers: { 'X-User': String(bob.id) } });
      expect(answer.json).to.eql({ id: 0 });
    });
  });

  describe('step 3: where the nonce is read', () => {
    it('reads the query', async () => {
      const answer = await browser.rest('GET', '/spec/v1/me', { query: { _wpnonce: nonce } });
      expect(answer.json).to.eql({ id: alice.id });
    });

    it('reads a form', async () => {
      const answer = await browser.rest('POST', '/spec/v1/me', { form: { _wpnonce: nonce } });
      expect(answer.json).to.eql({ id: alice.id });
    });

    it('reads the header when there is no parameter', async () => {
      const answer = await browser.rest('GET', '/spec/v1/me', { headers: { 'x-cms-nonce': nonce } });
      expect(answer.json).to.eql({ id: alice.id });
    });

    it('prefers the parameter, even a wrong or an empty one', async () => {
      for (const _wpnonce of ['wrong', '']) {
        const answer = await browser.rest('GET', '/spec/v1/me', {
          query: { _wpnonce },
          headers: { 'X-CMS-Nonce': nonce },
        });
        expect(answer.status).to.equal(403);
      }
      const answer = await browser.rest('GET', '/spec/v1/me', {
        query: { _wpnonce: nonce },
        headers: { 'X-CMS-Nonce': 'x' },
      });
      expect(answer.json).to.eql({ id: alice.id });
    });

    it('takes its header’s name from the brand', async () => {
      const branded = await buildAuthSite({ brand: createBrand('wp') });
      const user = await branded.addUser('carol');
      const session = await branded.sessions.create(user.id, { remember: false }, { ip: '', userAgent: '' });
      const mine = branded.browser();
      mine.cookies.set(branded.sessions.cookieName, session.cookie);
      const { text } = await mine.page('GET', '/wp-admin/admin-ajax.php?action=rest-nonce');
      const answer = await mine.rest('GET', '/spec/v1/me', { headers: { 'X-WP-Nonce': text } });
      expect(answer.json).to.eql({ id: user.id });
      expect(answer.headers['X-WP-Nonce']).to.equal(text);
      await branded.generation.dispose();
    });
  });

  describe('step 4: no nonce', () => {
    it('goes on as anonymous', async () => {
      const answer = await browser.rest('GET', '/spec/v1/me');
      expect(answer.status).to.equal(200);
      expect(answer.json).to.eql({ id: 0 });
      expect(answer.headers).not.to.have.property('X-CMS-Nonce');
    });

    it('does so for a method in the query too, so that a link cannot delete (trap 21)', async () => {
      const answer = await browser.rest('GET', '/spec/v1/me', { query: { _method: 'DELETE' } });
      expect(answer.json).to.eql({ id: 0 });
    });
  });

  describe('step 5: a nonce that is not valid', () => {
    const refused = async (given: Browser, header: string) => {
      const answer = await given.rest('GET', '/spec/v1/me', { headers: { 'X-CMS-Nonce': header } });
      expect(answer.status).to.equal(403);
      expect(answer.json).to.eql({
        code: 'rest_cookie_invalid_nonce',
        message: 'Cookie nonce is invalid',
        data: { status: 403 },
      });
      expect(answer.headers).not.to.have.property('X-CMS-Nonce');
    };

    it('answers 403 rest_cookie_invalid_nonce', () => refused(browser, 'nonsense'));

    it('is so for the anonymous too, with no cookie at all', () => refused(site.browser(), 'nonsense'));

    it('is a nonce of another user', async () => refused(browser, await nonceOf(await signIn(bob))));

    it('is a nonce of another session of the same user', async () =>
      refused(browser, await nonceOf(await signIn(alice))));

    it('is a nonce of another action', () => {
      const session = browser.cookies.get(site.sessions.cookieName)!.split('|')[2]!;
      return refused(browser, site.nonces.create('log-out', { userId: alice.id, sessionToken: session }));
    });

    it('is a nonce of more than 24 hours ago', async () => {
      site.clock.now += 24 * HOUR;
      await refused(browser, nonce);
      site.clock.now -= 24 * HOUR;
    });

    it('is a list in place of a text', async () => {
      const answer = await browser.rest('GET', '/spec/v1/me', { query: { _wpnonce: [nonce] } });
      expect(answer.status).to.equal(403);
    });
  });

  describe('step 6: a valid nonce', () => {
    it('goes on as the user, with a nonce in the answer that is good for the next request', async () => {
      const first = await browser.rest('GET', '/spec/v1/me', { headers: { 'X-CMS-Nonce': nonce } });
      expect(first.json).to.eql({ id: alice.id });
      const second = await browser.rest('DELETE', '/spec/v1/me', {
        headers: { 'X-CMS-Nonce': first.headers['X-CMS-Nonce']! },
      });
      expect(second.json).to.eql({ id: alice.id });
    });

    it('gives a fresh one in place of one from the half-day before', async () => {
      site.clock.now += 12 * HOUR;
      const answer = await browser.rest('GET', '/spec/v1/me', { headers: { 'X-CMS-Nonce': nonce } });
      expect(answer.json).to.eql({ id: alice.id });
      expect(answer.headers['X-CMS-Nonce'])
        .to.match(/^[0-9a-f]{20}$/)
        .and.not.equal(nonce);
      site.clock.now -= 12 * HOUR;
    });

    it('holds for the anonymous with a nonce of the anonymous', async () => {
      const anonymous = site.nonces.create('cms_rest', { userId: 0, sessionToken: '' });
      const answer = await site.browser().rest('GET', '/spec/v1/me', { headers: { 'X-CMS-Nonce': anonymous } });
      expect(answer.json).to.eql({ id: 0 });
      expect(answer.headers).to.have.property('X-CMS-Nonce');
    });
  });
});
