import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readSettings } from '../../../host/config/index.ts';
import { createHost, definePlugin } from '../../../host/index.ts';
import { Database } from '../../../plugins/database/index.ts';
import { describeOnServers } from '../../support/on-databases.ts';
import { until } from '../../support/until.ts';
import { API, CachedSite } from '../response-cache/cached-site.ts';
import { Cdn } from './cdn.ts';

const LISTS = [`${API}/posts`, `${API}/posts?per_page=1&page=2`, `${API}/posts?_fields=title`];

describe('surrogate keys', () => {
  const cdn = new Cdn();
  const told: string[][] = [];
  let site: CachedSite;
  let ids: number[];
  let author: number;
  let term: number;

  before(async () => {
    await cdn.listen();
    process.env.TAPPET_PURGE_TOKEN = 'secret';
    const listener = definePlugin({
      name: 'listener',
      version: '1.0.0',
      description: 'Listens.',
      cacheable: true,
      requires: { 'surrogate-keys': '*' },
      capabilities: ['content:read'],
      setup: ({ hooks }) => hooks.action('purge_surrogate_keys').tap('listener', (keys) => void told.push([...keys])),
    });
    const keys = { headers: ['Surrogate-Key', 'Cache-Tag'], s_maxage: 600, stale_while_revalidate: 60 };
    site = await CachedSite.start({
      plugins: { required: ['surrogate-keys', 'compression'], folders: [listener] },
      options: { 'surrogate-keys': { ...keys, purge_url: `${cdn.url}/purge` } },
    });
    delete process.env.TAPPET_PURGE_TOKEN;
    cdn.origin = site.url;
    author = (await site.users.create({ login: 'ada', email: 'ada@example.org', password: 'secret of ada' })).id;
    term = (await site.terms.create('category', 'News')).id;
    ids = [];
    for (const title of ['One', 'Two', 'Three']) {
      const { id } = await site.posts.insert({ title, content: 'Words. '.repeat(300), status: 'publish', author });
      ids.push(id);
    }
    await site.terms.setObjectTerms(ids[0]!, 'category', [term]);
  });
  after(async () => {
    await site?.close();
    await cdn.close();
  });

  const [one, two] = [() => `${API}/posts/${ids[0]}`, () => `${API}/posts/${ids[1]}`];
  const headersOf = async (path: string, given: Record<string, string> = {}) =>
    (await fetch(site.url + path, { headers: given })).headers;
  const keysOf = async (path: string) => (await headersOf(path)).get('surrogate-key')?.split(' ');

  /** Waits until the CDN has been told of all that was changed before. */
  const purged = async (...keys: string[]) => {
    const has = () => keys.every((key) => cdn.purges.some(([, , sent]) => sent.split(' ').includes(key)));
    await until(has);
  };

  /** Has the CDN keep answers; then none of what was said before counts. */
  const warm = async (...paths: string[]) => {
    await until(async () => {
      const hits = [];
      for (const path of paths) hits.push((await cdn.get(path)).hit);
      return hits.every((hit) => hit);
    });
    cdn.purges.length = 0;
  };

  it('name what an answer depends on, item by item', async () => {
    expect(await keysOf(one())).to.have.members(['site', `post:${ids[0]}`, `user:${author}`, `term:${term}`]);
    const list = await keysOf(`${API}/posts?_embed`);
    expect(list).to.include.members(['site', 'post_type:post', ...ids.map((id) => `post:${id}`), `term:${term}`]);
    expect(await keysOf(`${API}/posts?search=nothing-has-this`)).to.include('post_type:post');
    expect(await keysOf(`${API}/categories/${term}`)).to.have.members(['site', `term:${term}`, 'taxonomy:category']);
    expect(await keysOf(`${API}/users/${author}`)).to.have.members(['site', `user:${author}`, 'users']);
    const tags = (await headersOf(two())).get('cache-tag')!;
    expect(tags.split(',')).to.include(`post:${ids[1]}`);
  });

  it('stand in answers anew, from the cache, unchanged and compressed ones, with how long they last', async () => {
    await site.becomesCached(one());
    const cached = await headersOf(one());
    const keys = cached.get('surrogate-key');
    const lasting = 'public, max-age=0, s-maxage=600, stale-while-revalidate=60';
    const fresh = await headersOf(`${one()}?`);
    const unchanged = await site.get(one(), { 'If-None-Match': cached.get('etag')! });
    expect(unchanged.status).to.equal(304);
    for (const at of [cached, fresh, new Headers([...pairs(unchanged.headers)])]) {
      expect([at.get('surrogate-key'), at.get('cache-control')]).to.deep.equal([keys, lasting]);
      expect(at.get('vary')).to.match(/\bAccept-Encoding\b/);
    }
    const compressed = await headersOf(one(), { 'Accept-Encoding': 'br' });
    expect([compressed.get('content-encoding'), compressed.get('surrogate-key')]).to.deep.equal(['br', keys]);
  });

  it('stand in no answer that is for one client alone, an error, or of which it is not known what it depends on', async () => {
    const user = { Authorization: `Basic ${Buffer.from('ada:wrong').toString('base64')}` };
    for (const [path, given] of [
      [one(), user],
      [`${API}/posts/999999`, {}],
      ['/cms-json/', {}],
      [`${one()}?_envelope`, {}],
    ] as const) {
      const headers = await headersOf(path, given);
      expect(headers.get('surrogate-key'), path).to.equal(null);
      expect(headers.get('cache-control') ?? '', path).to.not.include('s-maxage');
    }
  });

  it('purge a changed post with the lists that it is in, and leave other items', async () => {
    await warm(one(), two(), ...LISTS, `${API}/tags`);
    await site.posts.update(ids[0]!, { title: 'Changed' });
    await purged(`post:${ids[0]}`, 'post_type:post');
    for (const [path, isCached] of [
      [one(), false],
      ...LISTS.map((list) => [list, false] as const),
      [two(), true],
    ] as const)
      expect((await cdn.get(path)).hit, path).to.equal(isCached);
    expect((await cdn.get(one())).body).to.include('Changed');
    expect(cdn.purges.every(([method, token]) => method === 'PURGE' && token === 'Bearer secret')).to.equal(true);
    expect(told.flat()).to.include(`post:${ids[0]}`);
  });

  it('purge what shows a changed term, comment, user or option', async () => {
    await warm(one(), two());
    await site.terms.update(term, 'category', { name: 'Olds' });
    await purged(`term:${term}`);
    expect([(await cdn.get(one())).hit, (await cdn.get(two())).hit]).to.deep.equal([false, true]);

    await warm(one(), two(), `${API}/comments`);
    await site.comments.insert({ post: ids[1]!, content: 'Hm.', approved: '1' });
    await purged('comments');
    const hits = [(await cdn.get(one())).hit, (await cdn.get(two())).hit, (await cdn.get(`${API}/comments`)).hit];
    expect(hits).to.deep.equal([true, false, false]);

    await warm(one(), `${API}/categories`);
    await site.users.update(author, { displayName: 'Ada L.' });
    await purged(`user:${author}`);
    expect([(await cdn.get(one())).hit, (await cdn.get(`${API}/categories`)).hit]).to.deep.equal([false, true]);

    await warm(one(), `${API}/categories`);
    await site.options.set('blogname', 'Another');
    await purged('site');
    expect([(await cdn.get(one())).hit, (await cdn.get(`${API}/categories`)).hit]).to.deep.equal([false, false]);
  });

  it('are sent again where the cache is away, and none for a change that is undone', async () => {
    await warm(one());
    cdn.refusals.push(503);
    await site.posts.update(ids[0]!, { title: 'Again' });
    await until(async () => !(await cdn.get(one())).hit);
    expect(cdn.purges.length).to.be.above(1);
    cdn.purges.length = 0;
    const database = site.service(Database);
    const undone = database.transaction(async () => {
      await site.posts.update(ids[0]!, { title: 'Undone' });
      throw new Error('undone');
    });
    await undone.catch(() => undefined);
    await site.posts.update(ids[1]!, { title: 'Done' });
    await purged(`post:${ids[1]}`);
    expect(cdn.purges.map(([, , keys]) => keys).join(' ')).to.not.match(new RegExp(`\\bpost:${ids[0]}\\b`));
  });
});

describeOnServers('surrogate keys of several hosts', (freshDatabase) => {
  it('are sent once more when all hosts have been told of the change, or at the end of the host', async () => {
    const cdn = new Cdn();
    await cdn.listen();
    const site = await CachedSite.start({
      database: await freshDatabase(),
      plugins: { required: ['surrogate-keys'] },
      options: { 'surrogate-keys': { purge_url: `${cdn.url}/purge` } },
    });
    const { id } = await site.posts.insert({ title: 'One', status: 'publish' });
    const sent = () => cdn.purges.filter(([, , keys]) => keys.split(' ').includes(`post:${id}`)).length;
    await until(() => sent() === 1);
    const first = performance.now();
    await until(() => sent() === 2);
    expect(performance.now() - first).to.be.above(1500);
    await site.posts.update(id, { title: 'Two' });
    await until(() => sent() === 3);
    await site.close();
    expect(sent()).to.equal(4);
    await cdn.close();
  });
});

function* pairs(raw: readonly string[]): Generator<[string, string]> {
  for (let at = 0; at < raw.length; at += 2) yield [raw[at]!, raw[at + 1]!];
}

describe('an address for purges that is none', () => {
  for (const purge_url of ['cdn.example', 'ftp://cdn.example/', 'https://user:secret@cdn.example/']) {
    it(`is an error of the configuration, which names its file: ${purge_url}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'tappet-spec-'));
      const settings = {
        database: 'sqlite::memory:',
        plugins: { required: ['surrogate-keys'] },
        options: { 'surrogate-keys': { purge_url } },
      };
      await writeFile(join(folder, 'tappet.config.json'), JSON.stringify(settings));
      const message = await readSettings({ environment: {}, folder })
        .then(createHost)
        .then(
          (host) => host.close().then(() => 'it was taken'),
          (error: Error) => error.message,
        );
      expect(message).to.match(
        /^\S*tappet\.config\.json: surrogate-keys: options\.surrogate-keys\.purge_url is no address [^\n]+$/,
      );
      expect(message).not.to.include('secret@');
      await rm(folder, { recursive: true });
    });
  }
});
