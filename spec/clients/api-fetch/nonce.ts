import { expect } from 'chai';
import { apiFetch } from './client.ts';
import { failure, type Page } from './page.ts';

/** Who the client is, by cookie and nonce. */
export function describeNonce(page: Page): void {
  describe('the nonce', () => {
    const me = () => apiFetch({ path: '/wp/v2/users/me?context=edit' });
    const current = () => apiFetch.nonceMiddleware!;

    it('identifies the user together with the cookie', async () => {
      expect(await me()).to.include({ username: 'admin' });
    });

    it('is fetched anew when it has run out, and the request goes out again', async () => {
      current().nonce = 'stale';
      expect(await me()).to.include({ username: 'admin' });
      expect(current().nonce).to.match(/^[0-9a-f]+$/);
      expect(page.sent).to.have.length(3);
      expect(page.sent[1]).to.equal('GET /wp-admin/admin-ajax.php?action=rest-nonce');
    });

    it('is not to be had once the session is over: then the request fails as it did', async () => {
      current().nonce = 'stale';
      page.jar.clear();
      expect(await failure(me())).to.include({ code: 'rest_cookie_invalid_nonce' });
      expect(page.sent).to.have.length(2);
      await page.signIn();
      expect(await me()).to.include({ username: 'admin' });
    });
  });
}
