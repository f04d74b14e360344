import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { API, CachedSite, type Wire } from '../response-cache/cached-site.ts';

const headerOf = ({ headers }: Wire, wanted: string): string | undefined => {
  const at = headers.findIndex((name, place) => place % 2 === 0 && name.toLowerCase() === wanted);
  return at < 0 ? undefined : headers[at + 1];
};

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

describe('compressed answers', () => {
  const LIST = `${API}/posts`;
  let site: CachedSite;

  before(async () => {
    site = await CachedSite.start({ plugins: { required: ['compression'] } });
    await site.posts.insert({ title: 'Härte', content: 'Words. '.repeat(500), status: 'publish' });
  });
  after(() => site.close());

  const decoded = (answer: Wire): string => {
    const decode = DECODERS[headerOf(answer, 'content-encoding') ?? ''] ?? ((bytes: Buffer) => bytes);
    return decode(Buffer.from(answer.body, 'latin1')).toString('latin1');
  };

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

  it('are pages and errors too, but nothing that is short or asked for by HEAD', async () => {
    const asked = { 'Accept-Encoding': 'br' };
    expect(headerOf(await site.get('/', asked), 'content-encoding')).to.equal('br');
    expect(headerOf(await site.get(`${API}/posts/999`, asked), 'content-encoding')).to.equal(undefined);
    const head = await site.get(LIST, asked, 'HEAD');
    expect([head.status, headerOf(head, 'content-encoding'), head.body]).to.eql([200, undefined, '']);
  });

  it('have a weak entity tag, by which an unchanged one is 304', async () => {
    const asked = { 'Accept-Encoding': 'br' };
    await site.becomesCached(LIST);
    const [{ tag: plain }, { tag }] = [await site.get(LIST), await site.get(LIST, asked)];
    expect(tag).to.equal(`W/${plain}`);
    const unchanged = await site.get(LIST, { ...asked, 'If-None-Match': tag! });
    expect([unchanged.status, unchanged.body]).to.eql([304, '']);
    expect(headerOf(unchanged, 'content-encoding')).to.equal(undefined);
  });
});
