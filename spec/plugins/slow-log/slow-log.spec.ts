import { expect } from 'chai';
import { createHost, definePlugin, type Host } from '../../../host/index.ts';
import { until } from '../../support/until.ts';

interface Line {
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly aborted?: boolean;
  readonly statements?: { readonly count: number; readonly ms: number; readonly slowest?: { readonly sql: string } };
  readonly timeline?: readonly string[];
}

/** How long the route of the spec takes, in milliseconds. */
const LONG = 150;

const routes = definePlugin({
  name: 'spec-routes',
  version: '1.0.0',
  description: 'Answers late.',
  cacheable: true,
  setup({ hooks }) {
    const late = () => new Promise((resolve) => setTimeout(resolve, LONG));
    hooks.action('rest_api_init').tap('spec-routes', (server) => {
      const permission_callback = () => true;
      server.registerRoute('spec-routes/v1', '/late', { permission_callback, callback: () => late().then(() => ({})) });
    });
    hooks.action('http_routes').tap('spec-routes', (router) => {
      router.get('/late', async (http) => {
        await late();
        http.body = 'late';
      });
      router.get('/broken', async () => {
        await late();
        throw new Error('It is broken.');
      });
    });
  },
});

describe('the log of slow requests', () => {
  let host: Host;
  let url: string;
  let lines: Line[];

  const start = async (options: object) => {
    lines = [];
    const nothing = () => undefined;
    const warn = (details: object | string, message?: string) => {
      if (message === 'a request was slow') lines.push(details as Line);
    };
    host = await createHost({
      database: 'sqlite::memory:',
      log: { debug: nothing, info: nothing, warn, error: nothing },
      plugins: { only: ['posts', 'response-cache', 'slow-log'], folders: [routes] },
      options: { 'slow-log': options },
    });
    url = await host.listen(0, '127.0.0.1');
  };
  /** Makes a request, and answers with the line that it leaves. */
  const lineOf = async (path: string): Promise<Line> => {
    const before = lines.length;
    await (await fetch(url + path)).text();
    await until(() => lines.length > before);
    return lines.at(-1)!;
  };

  afterEach(() => host.close());

  it('has those that take as long as the threshold, and no others', async () => {
    await start({ threshold: LONG - 5, sample: 0 });
    // What is loaded with the first requests takes its time, too.
    for (let round = 0; round < 3; round++) await (await fetch(`${url}/cms-json/cms/v2/types`)).text();
    lines.length = 0;
    await (await fetch(`${url}/cms-json/cms/v2/types?_fields=slug`)).text();
    const late = await lineOf('/cms-json/spec-routes/v1/late?secret=1');
    expect(lines).to.have.lengthOf(1);
    expect(late).to.deep.include({
      method: 'GET',
      path: '/cms-json/spec-routes/v1/late',
      route: '/spec-routes/v1/late',
    });
    expect([late.status, 'timeline' in late, 'statements' in late]).to.deep.equal([200, false, false]);
    expect(late.ms).to.be.within(LONG - 5, 2000);
    expect(JSON.stringify(late)).to.not.include('secret');
    const page = await lineOf('/late');
    expect([page.route, page.status]).to.deep.equal(['(page)', 200]);
    expect((await lineOf('/broken')).status).to.equal(500);
  });

  it('tells that the client has gone away', async () => {
    await start({ threshold: LONG - 5, sample: 0 });
    await fetch(`${url}/late`, { signal: AbortSignal.timeout(10) }).catch(() => undefined);
    await until(() => lines.length > 0);
    expect(lines[0]!.aborted).to.equal(true);
  });

  it('has the statements and the hooks of the request itself where that was followed', async () => {
    await start({ threshold: 0, sample: 1 });
    const { statements, timeline } = await lineOf('/cms-json/cms/v2/posts?search=hush');
    expect(statements!.count).to.be.greaterThan(1);
    expect(statements!.slowest!.sql).to.match(/^(?:select|with)\b/i);
    const text = timeline!.join('\n');
    expect(text).to.match(/^\d+\.\d\d ms request GET \/cms\/v2\/posts|^\d+\.\d\d ms hook /m);
    expect(text).to.match(/^ +\d+\.\d\d ms callback \/cms\/v2\/posts of posts$/m);
    expect(JSON.stringify(lines)).to.not.include('hush');
    // Another request at the same time has a record of its own.
    lines.length = 0;
    await Promise.all(
      ['/cms-json/spec-routes/v1/late', '/cms-json/cms/v2/posts'].map(async (path) => (await fetch(url + path)).text()),
    );
    await until(() => lines.length === 2);
    const [list, late] = [...lines].sort((one, other) => one.ms - other.ms);
    expect([list!.route, late!.route]).to.deep.equal(['/cms/v2/posts', '/spec-routes/v1/late']);
    expect(late!.timeline!.join('\n')).to.include('callback /spec-routes/v1/late').and.not.include('of posts');
    expect(list!.timeline!.join('\n')).to.include('of posts').and.not.include('late');
  });

  it('does not follow answers that are given again', async () => {
    await start({ threshold: 0, sample: 0 });
    await lineOf('/cms-json/cms/v2/posts');
    expect('timeline' in (await lineOf('/cms-json/cms/v2/posts'))).to.equal(false);
    await host.close();
    // Followed ones are made anew each time.
    await start({ threshold: 0, sample: 1 });
    for (let round = 0; round < 2; round++) {
      expect((await lineOf('/cms-json/cms/v2/posts')).statements!.count).to.be.greaterThan(0);
    }
  });
});
