import { expect } from 'chai';
import type { Post } from '../../../plugins/posts/index.ts';
import { ListeningSite } from '../../support/listening-site.ts';

class Site extends ListeningSite {
  static start = () =>
    ListeningSite.listening((host, url) => new Site(host, url), {
      plugins: { only: ['auth-keys', 'comments', 'theme', 'throttles', 'response-cache'] },
      trustProxy: true,
      options: { throttles: { attempts: 3, account: 5 } },
    });

  async get(path: string, address: string, cookie = '') {
    const headers = { 'X-Forwarded-For': address, ...(cookie === '' ? {} : { Cookie: cookie }) };
    const answer = await fetch(`${this.url}${path}`, { headers });
    const text = await answer.text();
    return { status: answer.status, text, retry: answer.headers.get('Retry-After') };
  }

  async giveToTheme(post: Post, password: string, address: string) {
    const body = new URLSearchParams({ post_id: String(post.id), post_password: password });
    const headers = { 'X-Forwarded-For': address };
    const answer = await fetch(`${this.url}/post-password`, { method: 'POST', body, headers, redirect: 'manual' });
    return { status: answer.status, cookie: answer.headers.get('Set-Cookie')?.split(';', 1)[0] ?? '' };
  }
}

describe('attempts at the password of an item', () => {
  let site: Site;
  let post: Post;
  let made = 0;
  before(async () => {
    site = await Site.start();
  });
  after(() => site.host.close());
  beforeEach(async () => {
    made++;
    post = await site.posts.insert({ title: 'Crew', content: 'Secret', status: 'publish', password: 'rope' });
    await site.comments.insert({ post: post.id, content: 'Ahoy', approved: '1' });
  });

  const ways: [what: string, path: (password: string) => string, wrong: number, shown: string][] = [
    ['the item', (password) => `/cms-json/cms/v2/posts/${post.id}?password=${password}`, 403, 'Secret'],
    ['its comments', (password) => `/cms-json/cms/v2/comments?post=${post.id}&password=${password}`, 401, 'Ahoy'],
    ['a list', (password) => `/cms-json/cms/v2/posts?include=${post.id}&password=${password}`, 200, 'Secret'],
  ];
  for (const [what, path, wrong, shown] of ways) {
    it(`at ${what} are counted by item and address, and then refused with 429`, async () => {
      const address = `10.0.${made}.1`;
      for (let time = 0; time < 3; time++) {
        const { status, text } = await site.get(path(`wrong${time}`), address);
        expect(status).to.equal(wrong);
        expect(text).not.to.include(shown);
      }
      const { status, text, retry } = await site.get(path('rope'), address);
      expect(status).to.equal(429);
      expect(text).not.to.include(shown);
      expect(Number(retry)).to.be.above(0);
      const elsewhere = await site.get(path('rope'), `10.0.${made}.2`);
      expect(elsewhere.status).to.equal(200);
      expect(elsewhere.text).to.include(shown);
    });
  }

  it('do not hold up a visitor whose browser has shown the password', async () => {
    const reader = await site.giveToTheme(post, 'rope', '192.0.2.1');
    expect(reader.status).to.equal(303);
    const path = (password: string) => `/cms-json/cms/v2/posts/${post.id}?password=${password}`;
    for (let time = 0; time < 5; time++)
      expect((await site.get(path('wrong'), `10.1.${made}.${time}`)).status).to.equal(403);
    expect((await site.get(path('rope'), `10.1.${made}.9`)).status).to.equal(429);
    expect((await site.giveToTheme(post, 'rope', `10.1.${made}.9`)).status).to.equal(429);
    const page = await site.get(`/?p=${post.id}`, '192.0.2.1', reader.cookie);
    expect([page.status, page.text.includes('Secret')]).to.eql([200, true]);
  });
});
