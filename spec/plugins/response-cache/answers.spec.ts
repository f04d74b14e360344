import { connect } from 'node:net';
import { expect } from 'chai';
import { Sessions } from '../../../plugins/sessions/index.ts';
import { byHeader } from './by-header.ts';
import { API, CachedSite } from './cached-site.ts';

const LIST = `${API}/posts?per_page=5`;

describe('a cached answer', () => {
  let site: CachedSite;
  before(async () => {
    site = await CachedSite.start({ plugins: [byHeader] });
    for (let number = 1; number <= 7; number++) {
      await site.posts.insert({ title: `Post ${number} – “é”`, content: `<p>Text ${number}</p>`, status: 'publish' });
    }
  });
  after(() => site.close());

  for (const path of [
    LIST,
    `${LIST}&_embed&page=2`,
    `${LIST}&_fields=id,title`,
    `${LIST}&_envelope`,
    `${LIST}&_jsonp=take`,
    `${LIST}&_pretty`,
    `${API}/posts/3`,
    `${API}/categories`,
    `${API}/comments`,
    `${API}/types`,
    `${API}/search?search=post`,
    '/cms-json/',
    '/?rest_route=/cms/v2/posts',
  ]) {
    it(`is byte for byte what would be answered anew: ${path}`, async () => {
      const first = await site.get(path);
      expect(await site.becomesCached(path), 'cached').to.equal(true);
      const cached = await site.get(path);
      const { tag: none, ...fresh } = await site.fresh(path);
      expect(none).to.equal(undefined);
      expect(cached.tag).to.match(/^"[\w-]{27}"$/);
      for (const { tag: _tag, ...answer } of [first, cached]) expect(answer).to.deep.equal(fresh);
    });
  }

  it('is given to HEAD without its body, with the length and without the tag that it has without the cache', async () => {
    expect(await site.becomesCached(LIST, {}, 'HEAD')).to.equal(true);
    const cached = await site.get(LIST, {}, 'HEAD');
    expect(cached).to.deep.equal(await site.fresh(LIST, {}, 'HEAD'));
    expect([cached.body, cached.tag]).to.eql(['', undefined]);
    expect((await site.get(LIST, { 'If-None-Match': '*' }, 'HEAD')).status).to.equal(200);
  });

  it('has the same tag for HEAD as for GET where its body is made, as that of a page is', async () => {
    expect(await site.becomesCached('/')).to.equal(true);
    expect(await site.becomesCached('/', {}, 'HEAD')).to.equal(true);
    const { tag } = await site.get('/', {}, 'HEAD');
    expect((await site.get('/')).tag).to.equal(tag);
    expect((await site.get('/', { 'If-None-Match': tag! }, 'HEAD')).status).to.equal(304);
  });

  it('has the tag by which If-None-Match is answered with 304 and no body, also when it is not cached yet', async () => {
    await site.becomesCached(LIST);
    const { tag } = await site.get(LIST);
    for (const given of [tag!, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await site.get(LIST, { 'If-None-Match': given });
      expect([answer.status, answer.body, answer.tag], given).to.deep.equal([304, '', tag]);
      const names = answer.headers.filter((_, at) => at % 2 === 0);
      expect(names).to.include.members(['Vary', 'X-CMS-Total', 'Link', 'Access-Control-Expose-Headers']);
      expect(names.filter((name) => /^content-/i.test(name))).to.deep.equal([]);
    }
    expect((await site.get(LIST, { 'If-None-Match': '"other"' })).status).to.equal(200);
    await site.posts.insert({ title: 'Draft' });
    expect((await site.get(LIST, { 'If-None-Match': tag! })).status, 'what was written is not in the list').to.equal(
      304,
    );
    await site.posts.insert({ title: 'One more', status: 'publish' });
    const changed = await site.get(LIST, { 'If-None-Match': tag! });
    expect(changed.status).to.equal(200);
    expect(changed.tag).not.to.equal(tag);
  });

  it('is another one for each value of the headers that it depends on', async () => {
    const allowed = async (origin?: string) => {
      const headers: Record<string, string> = origin === undefined ? {} : { Origin: origin };
      expect(await site.becomesCached(LIST, headers), String(origin)).to.equal(true);
      const answer = await site.get(LIST, headers);
      const { tag: _none, ...fresh } = await site.fresh(LIST, headers);
      expect({ ...answer, tag: undefined }).to.deep.equal({ ...fresh, tag: undefined });
      return answer.headers[answer.headers.indexOf('Access-Control-Allow-Origin') + 1];
    };
    await allowed();
    expect(await allowed('https://one.example')).to.equal('https://one.example');
    expect(await allowed('https://two.example')).to.equal('https://two.example');
    await allowed();
    expect(
      await site.isCached(LIST, { 'User-Agent': 'another', Accept: 'text/html' }),
      'whatever else is sent',
    ).to.equal(true);
  });

  it('is not for those who say who they are', async () => {
    const user = await site.users.create({ login: 'editor', email: 'editor@example.org', roles: ['editor'] });
    await site.becomesCached(LIST);
    const asked = { 'X-Spec-User': String(user.id) };
    expect(await site.staysUncached(LIST, asked), 'a user').to.equal(true);
    expect((await site.get(`${LIST}&context=edit`, asked)).status).to.equal(200);
    expect((await site.get(`${LIST}&context=edit`)).status).to.equal(401);
    expect(await site.staysUncached(LIST, { Authorization: 'Basic YTpi' })).to.equal(true);
    expect((await site.get(LIST, { Authorization: 'Basic YTpi' })).status).to.equal(401);
  });

  it('is sent for requests with cookies that no plugin reads, and not with one that a plugin reads', async () => {
    await site.becomesCached(LIST);
    expect(await site.isCached(LIST, { Cookie: '_ga=1; theme=dark' })).to.equal(true);
    const { cookieName } = site.service(Sessions);
    const cookie = { Cookie: `_ga=1; ${cookieName}=admin|1|x|y` };
    expect(await site.isCached(LIST, cookie)).to.equal(false);
    expect((await site.get(LIST, cookie)).headers).to.deep.equal((await site.fresh(LIST, cookie)).headers);
  });

  it('is of the method and the address as they were sent', async () => {
    await site.becomesCached(LIST);
    expect((await site.get(`${LIST}&_method=DELETE`)).status).to.equal(404);
    expect((await site.get(LIST, { 'X-HTTP-Method-Override': 'DELETE' })).status).to.equal(404);
    expect(await site.isCached(`${API}/posts?per_page=%35`)).to.equal(false);
  });

  it('is neither an error nor a page that does not ask for it, and neither is an answer to another method', async () => {
    for (const path of [
      `${API}/posts/999999`,
      `${API}/posts?per_page=0`,
      `${API}/users/me`,
      '/login',
      '/healthz',
      '/nowhere',
    ]) {
      expect(await site.staysUncached(path), path).to.equal(true);
      expect((await site.get(path)).tag, path).to.equal(undefined);
    }
    expect(await site.staysUncached(LIST, {}, 'OPTIONS')).to.equal(true);
  });

  it('answers many requests that come down one connection at once', async () => {
    await site.becomesCached(LIST);
    const { hostname, port } = new URL(site.url);
    const request = `GET ${LIST} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`;
    const whole = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), hostname, () => socket.end(request.repeat(20)));
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
      });
      socket.on('close', () => resolve(text));
    });
    expect(whole.split('HTTP/1.1 200 OK').length).to.equal(21);
  });

  it('is forgotten when the host is reloaded', async () => {
    await site.becomesCached(LIST);
    await site.host.reload();
    expect(await site.isCached(LIST)).to.equal(false);
    expect(await site.becomesCached(LIST)).to.equal(true);
  });
});

describe('the memory of cached answers', () => {
  it('is bounded: the least recently used are removed', async () => {
    const site = await CachedSite.start({ options: { 'response-cache': { max_bytes: 100_000 } } });
    try {
      await site.posts.insert({ title: 'Long', content: `<p>${'word '.repeat(1500)}</p>`, status: 'publish' });
      for (let number = 0; number < 40; number++) await site.get(`${LIST}&_=${number}`);
      const { stored, entries, bytes } = site.figures;
      expect(stored).to.be.within(35, 40);
      expect(bytes).to.be.within(50_000, 100_000);
      expect(entries).to.be.lessThan(12);
      expect(await site.becomesCached(`${LIST}&_=39`)).to.equal(true);
      expect(await site.isCached(`${LIST}&_=0`)).to.equal(false);
    } finally {
      await site.close();
    }
  });

  it('removes answers that a write has made stale, once some more was cached', async () => {
    const site = await CachedSite.start();
    try {
      for (let number = 0; number < 60; number++) await site.get(`${LIST}&_=${number}`);
      await site.posts.insert({ title: 'New', status: 'publish' });
      for (let number = 60; number < 120; number++) await site.get(`${LIST}&_=${number}`);
      const { stored, entries } = site.figures;
      expect(stored).to.be.within(110, 120);
      expect(entries).to.be.lessThan(70);
      expect(await site.isCached(`${LIST}&_=119`)).to.equal(true);
    } finally {
      await site.close();
    }
  });

  it('holds nothing when the cache is switched off, and while debug is on', async () => {
    for (const options of [{ options: { 'response-cache': { enabled: false } } }, { debug: true }]) {
      const site = await CachedSite.start(options);
      try {
        expect(await site.staysUncached(LIST)).to.equal(true);
        expect((await site.get(LIST)).tag).to.equal(undefined);
      } finally {
        await site.close();
      }
    }
  });
});
