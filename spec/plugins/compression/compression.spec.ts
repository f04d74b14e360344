import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { definePlugin, type HostSettings } from '../../../host/index.ts';
import { ResponseCache } from '../../../plugins/response-cache/index.ts';
import { API, CachedSite, type Wire } from '../response-cache/cached-site.ts';

const headerOf = ({ headers }: Wire, wanted: string): string | undefined => {
  const at = headers.findIndex((name, place) => place % 2 === 0 && name.toLowerCase() === wanted);
  return at < 0 ? undefined : headers[at + 1];
};

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

const decoded = (answer: Wire): string => {
  const decode = DECODERS[headerOf(answer, 'content-encoding') ?? ''] ?? ((bytes: Buffer) => bytes);
  return decode(Buffer.from(answer.body, 'latin1')).toString('latin1');
};

const BR = { 'Accept-Encoding': 'br' };

describe('compressed answers', () => {
  const LIST = `${API}/posts`;
  let folder: string;
  let site: CachedSite;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tappet-spec-'));
    await mkdir(join(folder, '2026'));
    await writeFile(join(folder, '2026/ten.txt'), '0123456789'.repeat(500));
    site = await CachedSite.start({ plugins: { required: ['compression'] }, options: { media: { folder } } });
    await site.posts.insert({ title: 'Härte', content: 'Words. '.repeat(500), status: 'publish' });
  });
  after(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });

  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['deflate', undefined],
    ['identity', undefined],
    ['', undefined],
  ] as const) {
    it(`are ${encoding ?? 'not compressed'} for a client that accepts "${accepted}", anew and from the cache`, async () => {
      const plain = await site.get(LIST);
      const asked = { 'Accept-Encoding': accepted };
      const fresh = await site.fresh(LIST, asked);
      await site.becomesCached(LIST, asked);
      for (const answer of [fresh, await site.get(LIST, asked)]) {
        expect(headerOf(answer, 'content-encoding')).to.equal(encoding);
        expect(headerOf(answer, 'vary')).to.match(/\bAccept-Encoding\b/);
        expect(decoded(answer)).to.equal(plain.body);
      }
    });
  }

  it('are pages too, but nothing that is short', async () => {
    expect(headerOf(await site.get('/', BR), 'content-encoding')).to.equal('br');
    expect(headerOf(await site.get(`${API}/posts/999`, BR), 'content-encoding')).to.equal(undefined);
  });

  it('have the headers for HEAD that they have for GET, but for the length', async () => {
    await site.becomesCached('/', BR);
    await site.becomesCached('/', BR, 'HEAD');
    const [got, head] = [await site.get('/', BR), await site.get('/', BR, 'HEAD')];
    const without = ({ headers }: Wire) => headers.join('\n').replace(/\n?Content-Length\n\d+/, '');
    expect(headerOf(got, 'content-encoding')).to.equal('br');
    expect([head.status, head.body, without(head)]).to.eql([200, '', without(got)]);
    expect([headerOf(head, 'content-length'), head.tag]).to.eql([undefined, got.tag]);
  });

  it('have a weak entity tag, and so has the 304 of a client that has one of them', async () => {
    await site.becomesCached(LIST);
    const [{ tag: plain }, { tag }] = [await site.get(LIST), await site.get(LIST, BR)];
    expect(tag).to.equal(`W/${plain}`);
    for (const given of [tag!, plain!]) {
      const unchanged = await site.get(LIST, { ...BR, 'If-None-Match': given });
      expect([unchanged.status, unchanged.body, unchanged.tag], given).to.eql([304, '', given]);
      expect(headerOf(unchanged, 'content-encoding')).to.equal(undefined);
      expect(headerOf(unchanged, 'vary')).to.match(/\bAccept-Encoding\b/);
    }
  });

  it('are files as wholes, of which no parts are offered then; a part is sent as it is', async () => {
    const FILE = '/cms-content/uploads/2026/ten.txt';
    const text = '0123456789'.repeat(500);
    const plain = await site.get(FILE);
    expect([plain.body, headerOf(plain, 'accept-ranges')]).to.eql([text, 'bytes']);
    for (const method of ['GET', 'HEAD']) {
      const whole = await site.get(FILE, BR, method);
      expect([headerOf(whole, 'content-encoding'), whole.tag], method).to.eql(['br', `W/${plain.tag}`]);
      expect([headerOf(whole, 'accept-ranges'), headerOf(whole, 'content-length')], method).to.eql([
        undefined,
        undefined,
      ]);
      if (method === 'GET') expect(decoded(whole)).to.equal(text);
    }
    const part = await site.get(FILE, { ...BR, Range: 'bytes=3-1502', 'If-Range': plain.tag! });
    expect([part.status, part.body, part.tag]).to.eql([206, text.slice(3, 1503), plain.tag]);
    expect([headerOf(part, 'content-encoding'), headerOf(part, 'content-length')]).to.eql([undefined, '1500']);
    const ofCompressed = await site.get(FILE, { ...BR, Range: 'bytes=3-1502', 'If-Range': `W/${plain.tag}` });
    expect([ofCompressed.status, decoded(ofCompressed)]).to.eql([200, text]);
  });
});

describe('compressed answers that are cached', () => {
  const LIST = `${API}/posts`;
  let site: CachedSite | undefined;
  afterEach(() => site?.close());

  const start = async ({ plugins, ...settings }: HostSettings = {}): Promise<CachedSite> => {
    await site?.close();
    site = await CachedSite.start({ ...settings, plugins: { required: ['compression'], ...plugins } });
    await site.posts.insert({ title: 'First', content: 'Words. '.repeat(500), status: 'publish' });
    return site;
  };
  const bytes = () => site!.figures.bytes;

  it('are compressed once for each encoding, also for many requests at once, and count as part of the answer', async () => {
    const site = await start();
    await site.becomesCached(LIST);
    const plain = bytes();
    const sent = (await Promise.all(Array.from({ length: 20 }, () => site.get(LIST, BR)))).map(({ body }) => body);
    expect(new Set(sent).size).to.equal(1);
    expect(bytes() - plain).to.equal(sent[0]!.length);
    const { body } = await site.get(LIST, { 'Accept-Encoding': 'gzip' });
    await site.get(LIST, BR);
    expect(bytes() - plain).to.equal(sent[0]!.length + body.length);
  });

  it('are gone with the answer: after a change, and as the least recently used where memory is short', async () => {
    const site = await start({ options: { 'response-cache': { max_bytes: 60_000 } } });
    await site.becomesCached(LIST, BR);
    const before = decoded(await site.get(LIST, BR));
    await site.posts.insert({ title: 'Second', status: 'publish' });
    const after = decoded(await site.get(LIST, BR));
    expect([before.includes('Second'), after.includes('Second')]).to.eql([false, true]);
    for (let at = 1; at < 20; at++) {
      await site.get(`${LIST}?per_page=${at}`, BR);
      expect(bytes()).to.be.within(1, 60_000);
    }
    site.service(ResponseCache).clear();
    expect(bytes()).to.equal(0);
  });

  it('are not those of an answer that middleware in front of the cache has changed', async () => {
    const changing = definePlugin({
      name: 'changing',
      version: '1.0.0',
      description: 'Of a spec.',
      capabilities: ['http', 'requests'],
      setup({ hooks }) {
        hooks.action('http_app').tap('changing', (app) => {
          app.use(async (context, next) => {
            await next();
            const name = context.get('X-Name');
            if (name !== '') context.body = String(context.body).replaceAll('Words', name);
          });
        });
      },
    });
    const site = await start({ plugins: { folders: [changing] } });
    await site.becomesCached(LIST, BR);
    const held = bytes();
    for (const name of ['Bread', 'Words', 'Brood', 'Words']) {
      const answer = await site.get(LIST, { ...BR, 'X-Name': name });
      expect([headerOf(answer, 'content-encoding'), decoded(answer).includes(`${name}. ${name}.`)]).to.eql([
        'br',
        true,
      ]);
    }
    expect(bytes(), 'what is changed is not cached').to.equal(held);
  });

  it('are compressed for each request where nothing is cached', async () => {
    for (const settings of [
      { cache: false },
      { options: { 'response-cache': { enabled: false } } },
      { plugins: { disabled: ['response-cache'] } },
    ]) {
      const site = await start(settings);
      const plain = await site.get(LIST);
      for (let time = 0; time < 2; time++) {
        const answer = await site.get(LIST, BR);
        expect([headerOf(answer, 'content-encoding'), decoded(answer)]).to.eql(['br', plain.body]);
      }
      expect(site.service(ResponseCache)?.figures.bytes ?? 0).to.equal(0);
    }
  });
});
