import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { serviceToken } from '../core/index.ts';
import { page, runCommand, type TestHost, testHost } from '../host/testing/index.ts';

const PAGE = readFileSync(new URL('../docs/three-plugins.md', import.meta.url), 'utf8');

/** The sources that the page shows, by the path in their first line. */
const SOURCES = new Map(
  [...PAGE.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)].map(([, path, source]) => [path!, source!]),
);

const isCode = (line: string): boolean => !/^\s*(?:\/\/.*|\/\*\*.*\*\/)?$/.test(line);
const linesOf = (path: string): number => SOURCES.get(path)!.split('\n').filter(isCode).length;

const NAMES = ['seo-fields', 'limiter', 'changes'];

describe('the three plugins that are shown before and now', () => {
  let folder: string;
  let host: TestHost;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-three-plugins-'));
    for (const [path, source] of SOURCES) {
      for (const place of path.endsWith('table.ts') ? [path, path.replace('plugins/', 'before/')] : [path]) {
        mkdirSync(dirname(join(folder, place)), { recursive: true });
        writeFileSync(join(folder, place), source);
      }
    }
  });
  after(() => rmSync(folder, { recursive: true }));
  afterEach(() => host?.close());

  it('have as many lines as the page says, and half of them now', () => {
    const told = [...PAGE.matchAll(/^\| (?:`([\w-]+)`.*?|together) \| (\d+) \| (\d+) \|$/gm)];
    const counted = NAMES.map((name) => [linesOf(`before/${name}/index.ts`), linesOf(`plugins/${name}/index.ts`)]);
    const sum = [0, 1].map((at) => counted.reduce((all, each) => all + each[at]!, 0));
    expect(told.map(([, name]) => name)).to.eql([...NAMES, undefined]);
    expect(told.map(([, , before, now]) => [Number(before), Number(now)])).to.eql([...counted, sum]);
    expect(2 * sum[1]!).to.be.at.most(sum[0]!);
  });

  it('need no memo, no asynchronous context and no timer of their own now', () => {
    const own = /memo|AsyncLocalStorage|set(?:Interval|Timeout)/;
    for (const name of NAMES) {
      expect(SOURCES.get(`before/${name}/index.ts`)).to.match(own);
      expect(SOURCES.get(`plugins/${name}/index.ts`)).to.not.match(own);
    }
  });

  for (const version of ['before', 'plugins']) {
    const start = async (name: string, others: readonly string[], options: object = {}) => {
      host = await testHost({
        plugins: [join(folder, version, name), ...others],
        options: { [name]: { ...options } },
      });
    };
    const ask = (path: string, init: Parameters<typeof page>[2] = {}) => page(host, `/cms-json${path}`, init);

    describe(version === 'before' ? 'before' : 'now', () => {
      it('tell search engines what an item is about', async () => {
        await start('seo-fields', ['theme', 'posts']);
        const meta = host.generation.services.get('spec', serviceToken('meta-store'));
        const plain = await host.fixtures.post({ title: 'Plain', excerpt: 'An <b>excerpt</b>' });
        const said = await host.fixtures.post({ title: 'Said', excerpt: 'An excerpt' });
        await meta.set('post', said.id, 'seo_description', 'Tea & "cake"');
        await meta.set('post', said.id, 'seo_noindex', true);
        const shown = async (path: string) => {
          const { headers, text } = await page(host, path);
          return [/<meta name="description" content="(.*?)">/.exec(text)?.[1], headers.get('X-Robots-Tag')];
        };
        const pathOf = async (id: number) => {
          const { pathname, search } = new URL(JSON.parse((await ask(`/cms/v2/posts/${id}`)).text).link);
          return pathname + search;
        };
        expect(await shown(await pathOf(plain.id))).to.eql(['An excerpt', null]);
        expect(await shown(await pathOf(said.id))).to.eql(['Tea &amp; &quot;cake&quot;', 'noindex']);
        expect(await shown('/nowhere/')).to.eql([undefined, null]);
      });

      it('refuse a client that asks too often, by what it sends', async () => {
        await start('limiter', ['posts', 'embed', 'batch', 'application-passwords'], { points: 3 });
        await host.fixtures.post({ author: host.users.author.id });
        const told = async (...asked: Parameters<typeof ask>) => {
          const { status, headers } = await ask(...asked);
          return [status, headers.get('RateLimit-Remaining')];
        };
        const batch = '/batch/v1?requests[0][path]=/cms/v2/posts/1&requests[1][path]=/cms/v2/posts/1';
        const wrong = { headers: { Authorization: `Basic ${btoa('editor:wrong')}` } };
        expect(await told(batch, { method: 'POST' })).to.eql([207, '2']);
        expect(await told('/cms/v2/posts?_embed=author')).to.eql([200, '1']);
        expect(await told('/cms/v2/posts', wrong)).to.eql([401, '0']);
        expect(await told('/cms/v2/posts', wrong)).to.eql([429, '0']);
        expect(await told('/cms/v2/posts')).to.eql([429, '0']);
        expect(await told('/cms/v2/posts', { ip: '203.0.113.7' })).to.eql([200, '2']);
        if (version === 'before') return;
        host.clock.advance(60_000);
        expect(await told('/cms/v2/posts')).to.eql([200, '2']);
      });

      it('note who changes settings', async () => {
        await start('changes', ['settings', 'sessions', 'application-passwords', 'jobs', 'options']);
        const { services, server } = host.generation;
        const user = { user: 'administrator', name: 'spec' };
        const [password] = await runCommand(host, 'user application-password create', user, { porcelain: true });
        const { db } = services.get('spec', serviceToken('database'));
        const tables = db.withTables<{ changes: { at: number; who: string; what: string } }>();
        await tables.deleteFrom('changes').execute();
        const noted = async () => {
          const rows = await tables.selectFrom('changes').select(['who', 'what']).orderBy('at').execute();
          return rows.map(({ who, what }) => `${who}: ${what}`);
        };
        const headers = { Authorization: `Basic ${btoa(`administrator:${password}`)}` };
        await ask('/cms/v2/settings?title=Another', { method: 'POST', headers });
        host.clock.advance(1000);
        await services.get('spec', serviceToken('options')).set('blogname', 'A third');
        host.clock.advance(1000);
        // As the command line does before each command.
        await server.hooks.action('before_invoke').promise('option update', []);
        await runCommand(host, 'option update', { key: 'blogname', value: 'A fourth' });
        const expected = ['user administrator: blogname', 'nobody: blogname', 'command option update: blogname'];
        expect(await noted()).to.eql(expected);
        if (version === 'before') return;
        host.clock.advance(91 * 86_400_000);
        await host.runDueJobs();
        expect(await noted()).to.eql([]);
      });
    });
  }
});
