import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import compress from 'koa-compress';
import helmet from 'koa-helmet';
import { definePlugin, HTTP_STAGES, type PluginDefinition, type PluginHost } from '../../host/index.ts';
import { API, CachedSite, type Wire } from '../plugins/response-cache/cached-site.ts';

const helmeted = definePlugin({
  name: 'helmeted',
  version: '1.0.0',
  description: 'Sets security headers on every answer.',
  capabilities: ['http', 'requests'],
  setup({ hooks }) {
    hooks.action('http_app').tap('helmeted', (app) => app.use(helmet()));
  },
});

const compressed = definePlugin({
  name: 'compressed',
  version: '1.0.0',
  description: 'Compresses every answer.',
  capabilities: ['http', 'requests'],
  setup({ hooks }) {
    hooks.action('http_app').tap('compressed', (app) => app.use(compress({ threshold: 1 })));
  },
});

const headerOf = ({ headers }: Wire, wanted: string): string | undefined => {
  const at = headers.findIndex((name, place) => place % 2 === 0 && name.toLowerCase() === wanted);
  return at < 0 ? undefined : headers[at + 1];
};

/** The text of an answer that is compressed by gzip. */
const gunzipped = ({ body }: Wire): string => gunzipSync(Buffer.from(body, 'latin1')).toString();

describe('koa-helmet and koa-compress, which plugins add before the interface,', () => {
  const LIST = `${API}/posts`;
  const GZIP = { 'Accept-Encoding': 'gzip' };
  let folder: string;
  let site: CachedSite;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tappet-spec-'));
    await mkdir(join(folder, '2026'));
    await writeFile(join(folder, '2026/ten.txt'), '0123456789'.repeat(500));
    site = await CachedSite.start({ plugins: [helmeted, compressed], options: { media: { folder } } });
    await site.posts.insert({ title: 'Härte', content: 'Words. '.repeat(500), status: 'publish' });
  });
  after(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });

  function expectBoth(answer: Wire): void {
    expect(headerOf(answer, 'x-dns-prefetch-control'), 'by koa-helmet').to.equal('off');
    expect(headerOf(answer, 'content-encoding'), 'by koa-compress').to.equal('gzip');
  }

  it('affect an answer of the interface, and a cached one', async () => {
    const plain = await site.get(LIST);
    const fresh = await site.fresh(LIST, GZIP);
    expectBoth(fresh);
    expect(await site.becomesCached(LIST, GZIP)).to.equal(true);
    const cached = await site.get(LIST, GZIP);
    expectBoth(cached);
    expect(gunzipped(cached)).to.equal(gunzipped(fresh));
    expect(Buffer.from(gunzipped(cached)).toString('latin1')).to.equal(plain.body);
    const uncompressed = await site.get(LIST, { 'Accept-Encoding': 'identity' });
    expect([uncompressed.body, headerOf(uncompressed, 'content-encoding')]).to.eql([plain.body, undefined]);
  });

  it('affect an answer with status 304, which has no body to compress', async () => {
    expect(await site.becomesCached(LIST)).to.equal(true);
    const { tag } = await site.get(LIST);
    const unchanged = await site.get(LIST, { 'If-None-Match': tag!, ...GZIP });
    expect([unchanged.status, unchanged.body]).to.eql([304, '']);
    expect(headerOf(unchanged, 'x-dns-prefetch-control')).to.equal('off');
    expect(headerOf(unchanged, 'content-encoding')).to.equal(undefined);
  });

  it('affect errors of the interface, of its addresses and of pages', async () => {
    for (const [path, status] of [
      [`${API}/posts/999999`, 404],
      [`${API}/posts?per_page=none`, 400],
      ['/cms-json/%ff', 400],
      ['/nothing-here/at/all.txt', 404],
    ] as const) {
      const answer = await site.get(path, GZIP);
      expect(answer.status, path).to.equal(status);
      expectBoth(answer);
    }
  });

  it('affect a page, and a cached one', async () => {
    expectBoth(await site.fresh('/', GZIP));
    expect(await site.becomesCached('/', GZIP)).to.equal(true);
    const page = await site.get('/', GZIP);
    expectBoth(page);
    expect(gunzipped(page)).to.include('Härte');
  });

  it('affect a file', async () => {
    const file = await site.get('/cms-content/uploads/2026/ten.txt', GZIP);
    expectBoth(file);
    expect(gunzipped(file)).to.equal('0123456789'.repeat(500));
  });
});

describe('middleware of plugins', () => {
  let site: CachedSite | undefined;
  afterEach(() => site?.close());

  const LIST = `${API}/posts`;
  const start = async (
    setup: (host: PluginHost) => void,
    more: Partial<PluginDefinition> = {},
    options: Parameters<typeof CachedSite.start>[0] = {},
  ) => {
    const third = definePlugin({
      name: 'third-party',
      version: '1.0.0',
      description: 'Of a spec.',
      capabilities: ['http', 'requests'],
      ...more,
      setup,
    });
    site = await CachedSite.start({ plugins: [third], ...options });
    await site.posts.insert({ title: 'First', status: 'publish' });
    return site;
  };

  it('is before or behind the cache, the interface and the pages, by the stage of its tap', async () => {
    let ran: string[] = [];
    const stages = { before: 0, 'behind the cache': 75, 'behind the interface': 150, 'behind the pages': 300 };
    await start(
      ({ hooks }) => {
        for (const [name, stage] of Object.entries(stages).reverse()) {
          hooks.action('http_app').tap({ name, stage }, (app) => {
            app.use(async (_context, next) => {
              ran.push(name);
              await next();
              ran.push(`${name}, back`);
            });
          });
        }
      },
      { cacheable: true },
    );
    const order = async (path: string, method = 'GET') => {
      ran = [];
      await site!.get(path, {}, method);
      return ran.filter((name) => !name.endsWith('back'));
    };
    expect(await order(LIST)).to.eql(['before', 'behind the cache']);
    expect(await site!.becomesCached(LIST)).to.equal(true);
    expect(await order(LIST)).to.eql(['before']);
    expect(await order('/')).to.eql(['before', 'behind the cache', 'behind the interface']);
    expect(await order('/no-page', 'PUT')).to.eql(Object.keys(stages));
    expect(ran.slice(4)).to.eql(
      Object.keys(stages)
        .reverse()
        .map((name) => `${name}, back`),
    );
  });

  it('behind all pages answers requests that nothing else answers, before 404', async () => {
    await start(({ hooks }) => {
      hooks.action('http_app').tap({ stage: HTTP_STAGES.pages + 100 }, (app) => {
        app.use((context) => {
          if (context.path === '/mine.txt') context.body = 'mine';
        });
      });
    });
    // The theme answers every GET request with a page.
    expect((await site!.get('/mine.txt', {}, 'PUT')).body).to.equal('mine');
    const other = await site!.get('/other.txt', {}, 'PUT');
    expect([other.status, other.body]).to.eql([404, 'Not found\n']);
  });

  it('is part of cached answers if it is behind the cache, and not if it is before it', async () => {
    const marks =
      (stage: number) =>
      ({ hooks }: PluginHost) => {
        hooks.action('http_app').tap({ stage }, (app) => {
          app.use(async (context, next) => {
            await next();
            context.set('X-Mark', String(Math.random()));
          });
        });
      };
    await start(marks(75));
    expect(await site!.staysUncached(LIST)).to.equal(true);
    expect(site!.figures.uncacheable).to.have.property('plugin "third-party" does not say that it is cacheable');
    await site!.close();

    await start(marks(75), { cacheable: true });
    expect(await site!.becomesCached(LIST)).to.equal(true);
    const mark = async () => headerOf(await site!.get(LIST), 'x-mark');
    expect(await mark()).to.equal(await mark());
    await site!.close();

    await start(marks(0));
    expect(await site!.becomesCached(LIST)).to.equal(true);
    const [one, other] = [await mark(), await mark()];
    expect(one).to.match(/^0\./);
    expect(one).not.to.equal(other);
  });

  it('prevents caching of an answer on which it sets a cookie', async () => {
    await start(
      ({ hooks }) => {
        hooks.action('http_app').tap({ stage: 75 }, (app) => {
          app.use(async (context, next) => {
            await next();
            context.set('Set-Cookie', 'mine=1');
          });
        });
      },
      { cacheable: true },
    );
    expect(await site!.staysUncached(LIST)).to.equal(true);
  });

  it('that fails is answered with 500 without details', async () => {
    await start(({ hooks }) => {
      hooks.action('http_app').tap('third-party', (app) => {
        app.use((context, next) => {
          if (context.get('X-Fail') === '') return next();
          context.set('Content-Encoding', 'gzip');
          throw new Error('secret');
        });
      });
    });
    const failed = await site!.get(LIST, { 'X-Fail': 'yes' });
    expect([failed.status, failed.body]).to.eql([500, 'The server failed to answer.\n']);
    expect(headerOf(failed, 'content-encoding')).to.equal(undefined);
    expect((await site!.get(LIST)).status).to.equal(200);
  });

  it('that cannot be added makes every request fail, since it may protect the site', async () => {
    await start(({ hooks }) => {
      hooks.action('http_app').tap({ stage: 300 }, () => {
        throw new Error('secret');
      });
    });
    for (const path of [LIST, '/']) expect((await site!.get(path)).status, path).to.equal(500);
  });

  it('may be dropped and moved by configuration', async () => {
    const setup = ({ hooks }: PluginHost) => {
      hooks.action('http_app').tap('third-party', (app) => {
        app.use((context, next) => {
          context.set('X-Mark', 'here');
          return next();
        });
      });
    };
    await start(setup, {}, { hooks: { http_app: { 'third-party': false } } });
    expect(headerOf(await site!.get(LIST), 'x-mark')).to.equal(undefined);
    await site!.close();
    await start(setup, {}, { hooks: { http_app: { 'third-party': { stage: 150 } } } });
    expect(headerOf(await site!.get(LIST), 'x-mark')).to.equal(undefined);
    expect(headerOf(await site!.get('/'), 'x-mark')).to.equal('here');
  });
});
