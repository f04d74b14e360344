import { expect } from 'chai';
import { ListeningSite } from '../../support/listening-site.ts';

class Site extends ListeningSite {
  static start = (url: string) =>
    ListeningSite.listening((host, address) => new Site(host, address), { url, plugins: { only: ['cookie-auth'] } });

  /** Signs in by plain HTTP, as a proxy passes requests on; answers with the cookie that is set. */
  async cookie(): Promise<string> {
    await this.users.create({ login: 'alice', email: 'alice@example.org', password: 'secret' });
    const body = new URLSearchParams({ log: 'alice', pwd: 'secret' });
    const answer = await fetch(`${this.url}/login`, { method: 'POST', body, redirect: 'manual' });
    expect(answer.status).to.equal(302);
    return answer.headers.getSetCookie()[0] ?? '';
  }

  async isKnown(cookie: string): Promise<boolean> {
    const headers = { Cookie: cookie.split(';', 1)[0]! };
    return (await fetch(`${this.url}/nonce`, { headers })).status === 200;
  }
}

describe('the login cookie', () => {
  const rows: [url: string, name: RegExp, secure: boolean][] = [
    ['http://site.example', /^cms_logged_in_[0-9a-f]{32}=/, false],
    ['https://site.example', /^__Host-cms_logged_in_[0-9a-f]{32}=.*; path=\/;/, true],
    ['https://site.example/blog', /^__Secure-cms_logged_in_[0-9a-f]{32}=.*; path=\/blog;/, true],
  ];
  for (const [url, name, secure] of rows) {
    it(`follows from the public address ${url}, whatever the connection to a proxy is`, async () => {
      const site = await Site.start(url);
      const cookie = await site.cookie();
      expect(cookie)
        .to.match(name)
        .and.not.match(/domain/i);
      expect(/; secure/i.test(cookie)).to.equal(secure);
      if (new URL(url).pathname === '/') expect(await site.isKnown(cookie)).to.equal(true);
      await site.close();
    });
  }
});
