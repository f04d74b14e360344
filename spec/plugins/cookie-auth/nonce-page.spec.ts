import { expect } from 'chai';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';

describe('the nonce page', () => {
  let site: AuthSite;

  before(async () => {
    site = await buildAuthSite();
  });
  after(() => site.generation.dispose());

  it('answers a signed-in user with a nonce as plain text that is not cached', async () => {
    const alice = await site.addUser('alice');
    const browser = site.browser();
    await browser.page('POST', '/login', { form: { log: 'alice', pwd: 'password of alice' } });
    for (const path of ['/nonce', '/cms-admin/admin-ajax.php?action=rest-nonce']) {
      const { status, type, text, headers } = await browser.page('GET', path);
      expect([status, type, headers['Cache-Control']]).to.eql([200, 'text/plain; charset=utf-8', 'no-store']);
      const sessionToken = browser.cookies.get(site.sessions.cookieName)!.split('|')[2]!;
      expect(site.nonces.verify(text, 'cms_rest', { userId: alice.id, sessionToken })).to.equal(1);
    }
  });

  it('answers anyone else, and any other action, with 400 and 0', async () => {
    for (const path of [
      '/nonce',
      '/cms-admin/admin-ajax.php?action=rest-nonce',
      '/cms-admin/admin-ajax.php?action=x',
    ]) {
      const { status, text } = await site.browser().page('GET', path);
      expect([status, text]).to.eql([400, '0']);
    }
  });
});
