import { expect } from 'chai';
import WPAPI from 'wpapi';
import { signIn } from '../support/sign-in.ts';
import type { StartedSite } from '../support/started-site.ts';

/** How the client says who it is. */
export function describeSigningIn(site: StartedSite): void {
  describe('signing in', () => {
    const endpoint = () => `${site.url}/wp-json`;
    const me = (client: WPAPI) => client.users().me().edit().get();

    it('by application password, for one request or for all', async () => {
      expect(await me(new WPAPI({ endpoint: endpoint(), ...site.app }))).to.include({ username: 'admin' });
      const client = new WPAPI({ endpoint: endpoint() });
      expect(await client.users().me().auth(site.app).edit()).to.include({ username: 'admin' });
      expect(await client.users().me().get().catch(same)).to.include({ code: 'rest_not_logged_in' });
    });

    it('by cookie and nonce', async () => {
      const { cookie, nonce } = await signIn(site.url, site.admin);
      const client = new WPAPI({ endpoint: endpoint(), nonce }).setHeaders({ Cookie: cookie });
      expect(await me(client)).to.include({ username: 'admin' });
      const stale = new WPAPI({ endpoint: endpoint(), nonce: '0123456789' }).setHeaders({ Cookie: cookie });
      expect(await me(stale).catch(same)).to.include({ code: 'rest_cookie_invalid_nonce' });
    });

    it('and gets the reason of a refusal, with the body of the error', async () => {
      const wrong = new WPAPI({ endpoint: endpoint() }).auth({ username: 'admin', password: 'wrong' });
      expect(await wrong.posts().get().catch(same)).to.deep.include({
        code: 'incorrect_password',
        data: { status: 401 },
      });
      const anonymous = new WPAPI({ endpoint: endpoint() });
      expect(await anonymous.posts().create({ title: 'No' }).catch(same)).to.deep.include({
        code: 'rest_cannot_create',
        data: { status: 401 },
      });
    });
  });
}

const same = (error: unknown) => error;
