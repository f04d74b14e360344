import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { TrustedProxies } from '../../host/http/trusted-proxies.ts';
import { createHost, type Host } from '../../host/index.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('the ids of requests', () => {
  let host: Host;
  let url: string;
  const start = async (requestIds: boolean, trustProxy: TrustedProxies = false) => {
    const only = ['content-types', 'health', 'response-cache'];
    host = await createHost({
      database: 'sqlite::memory:',
      logLevel: 'silent',
      requestIds,
      trustProxy,
      plugins: { only },
    });
    url = await host.listen(0, '127.0.0.1');
  };
  const idOf = async (path: string, sent?: string) => {
    const response = await fetch(url + path, { headers: sent === undefined ? {} : { 'X-Request-Id': sent } });
    await response.text();
    return response.headers.get('x-request-id');
  };

  afterEach(() => host.close());

  it('are none unless the setting says so', async () => {
    await start(false);
    expect(await idOf('/cms-json/cms/v2/types', 'from-a-client')).to.equal(null);
  });

  it('are made for each request, also for an answer that is given again', async () => {
    await start(true);
    const paths = ['/cms-json/cms/v2/types', '/cms-json/cms/v2/types', '/healthz', '/none', '/%zz'];
    const ids: (string | null)[] = [];
    for (const path of paths) ids.push(await idOf(path, 'from-a-client'));
    for (const id of ids) expect(id).to.match(UUID);
    expect(new Set(ids)).to.have.lengthOf(ids.length);
  });

  it('are those that a believed proxy sends, where these are ids', async () => {
    await start(true, ['127.0.0.1']);
    expect(await idOf('/healthz', 'proxy-1/2+3=')).to.equal('proxy-1/2+3=');
    for (const bad of ['a b', 'x'.repeat(129), '{"a":1}', '']) expect(await idOf('/healthz', bad), bad).to.match(UUID);
    await host.close();
    await start(true, ['10.0.0.0/8']);
    expect(await idOf('/healthz', 'proxy-1')).to.match(UUID);
  });

  it('stand in all lines of the log that belong to a request', async () => {
    await start(false);
    const script = `
      import { createHost, definePlugin } from './host/index.ts';
      const plugin = definePlugin({ name: 'spec', version: '1.0.0', description: 'Logs.', setup({ hooks, log }) {
        log.warn('set up');
        hooks.action('http_routes').tap('spec', (router) => router.get('/log', async (http) => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          log.warn({ n: http.query.n }, 'within');
          http.body = '';
        }));
        hooks.action('http_routes').tap('broken', (router) => router.get('/broken', async () => { throw new Error('broken'); }));
      } });
      const host = await createHost({ requestIds: true, trustProxy: 1, logLevel: 'warn', plugins: { only: [], folders: [plugin] } });
      const url = await host.listen(0, '127.0.0.1');
      const ask = (path, id) => fetch(url + path, { headers: { 'X-Request-Id': id } });
      await Promise.all([1, 2, 3].map((n) => ask('/log?n=' + n, 'id-' + n)));
      await ask('/broken', 'id-4');
      await host.close();`;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
    const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string; n?: string; request_id?: string });
    const [first, ...others] = lines;
    expect([first!.msg, first!.request_id]).to.deep.equal(['set up', undefined]);
    const within = others.filter(({ msg }) => msg === 'within');
    expect(within.map(({ n }) => n).sort()).to.deep.equal(['1', '2', '3']);
    for (const { n, request_id } of within) expect(request_id).to.equal(`id-${n}`);
    expect(others.find(({ msg }) => msg === 'a request failed')!.request_id).to.equal('id-4');
  });
});
