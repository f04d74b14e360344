import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import {
  createHost,
  definePlugin,
  type Host,
  type HostSettings,
  RestError,
  serviceToken,
} from '../../../host/index.ts';
import type { Jobs } from '../../../plugins/jobs/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { until } from '../../support/until.ts';
import { type Exposition, readExposition } from './read-exposition.ts';

const sample = definePlugin({
  name: 'sample',
  version: '1.0.0',
  description: 'Routes of a spec.',
  cacheable: true,
  setup({ hooks }) {
    const permission_callback = () => true;
    hooks.action('rest_api_init').tap('sample', (server) => {
      server.registerRoute('t/v1', '/things/(?P<id>[\\d]+)', {
        methods: ['GET', 'POST'],
        permission_callback,
        callback: (request) => {
          if (request.getParam('id') === '404') throw new RestError('none', 'There is none.', { status: 404 });
          return { id: request.getParam('id') };
        },
      });
      server.registerRoute('t/v1', '/endless', { permission_callback, callback: () => new Promise(() => undefined) });
    });
    hooks.filter('rest_post_dispatch').tap('sample', (response) => response.header('X-Sample', 'yes'));
  },
});

const ROUTE = '/t/v1/things/(?P<id>[\\d]+)';

describe('the metrics plugin', () => {
  const hosts: Host[] = [];
  afterEach(() => Promise.all(hosts.splice(0).map((host) => host.close())));

  const start = async (options: HostSettings = {}, only = ['metrics', 'health']) => {
    const host = await createHost({ logLevel: 'silent', plugins: { only, folders: [sample] }, ...options });
    hosts.push(host);
    const url = await host.listen(0, '127.0.0.1');
    const ask = async (path: string, init?: RequestInit) => {
      const response = await fetch(url + path, init);
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const figures = async (): Promise<Exposition> => readExposition((await ask('/metrics')).text);
    return { host, url, ask, figures };
  };

  it('counts requests by method, status and the pattern of the route, never by path', async () => {
    const { ask, figures } = await start();
    for (const path of ['1', '2', '3?a=b', '404']) await ask(`/cms-json/t/v1/things/${path}`);
    await ask('/cms-json/t/v1/things/5', { method: 'POST' });
    await ask('/?rest_route=/t/v1/things/6');
    await ask('/cms-json/t/v1/none');
    await ask('/healthz');
    await ask('/%zz');
    const { value } = await figures();
    const count = (method: string, route: string, status: string) =>
      value('http_requests_total', { method, route, status });
    expect(count('GET', ROUTE, '200')).to.equal(4);
    expect(count('GET', ROUTE, '404')).to.equal(1);
    expect(count('POST', ROUTE, '200')).to.equal(1);
    expect(count('GET', '(none)', '404')).to.equal(1);
    expect(count('GET', '(page)', '200')).to.equal(1);
    expect(count('GET', '(page)', '400')).to.equal(1);
  });

  it('has as many numbers as there are routes, however many paths are requested', async () => {
    const { ask, figures } = await start();
    await ask('/cms-json/t/v1/things/0');
    await ask('/cms-json/none/0');
    const before = (await figures()).size('http_requests_total');
    for (let id = 1; id < 30; id++) {
      await ask(`/cms-json/t/v1/things/${id}`);
      await ask(`/cms-json/none/${id}`);
    }
    // The figures themselves have been requested by now.
    expect((await figures()).size('http_requests_total')).to.equal(before + 1);
  });

  it('shows how long requests took, as a histogram', async () => {
    const { ask, figures } = await start();
    await ask('/cms-json/t/v1/things/1');
    const { value, of } = await figures();
    const labels = { method: 'GET', route: ROUTE };
    expect(value('http_request_duration_seconds_count', labels)).to.equal(1);
    expect(value('http_request_duration_seconds_sum', labels)).to.be.within(0, 10);
    const buckets = of('http_request_duration_seconds_bucket', labels);
    expect(buckets.at(-1)).to.deep.include({ labels: { ...labels, le: '+Inf' }, value: 1 });
    const counts = buckets.map(({ value: count }) => count);
    expect(counts).to.eql([...counts].sort());
  });

  it('counts requests whose client went away, and those under way', async () => {
    const { url, figures } = await start();
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /cms-json/t/v1/endless HTTP/1.1\r\nHost: localhost\r\n\r\n');
    while ((await figures()).value('http_requests_underway') !== 2);
    socket.destroy();
    while ((await figures()).value('http_requests_underway') !== 1);
    const labels = { method: 'GET', route: '/t/v1/endless', status: 'aborted' };
    expect((await figures()).value('http_requests_total', labels)).to.equal(1);
  });

  it('goes on counting over reloads, and shows the generation', async () => {
    const { host, ask, figures } = await start();
    await ask('/cms-json/t/v1/things/1');
    await host.reload();
    await ask('/cms-json/t/v1/things/1');
    const { value } = await figures();
    expect(value('http_requests_total', { method: 'GET', route: ROUTE, status: '200' })).to.equal(2);
    expect(value('tappet_generation')).to.equal(2);
    expect(value('tappet_plugins', { state: 'running' })).to.equal(3);
  });

  it('counts cached answers as requests, and has figures of the cache', async () => {
    const { ask, figures } = await start({ database: 'sqlite::memory:' }, ['metrics', 'response-cache', 'posts']);
    for (let time = 0; time < 3; time++) await ask('/cms-json/cms/v2/posts');
    const { value } = await figures();
    expect(value('http_requests_total', { method: 'GET', route: '/cms/v2/posts', status: '200' })).to.equal(3);
    expect(value('tappet_cache_hits_total')).to.equal(2);
    expect(value('tappet_cache_misses_total')).to.be.at.least(1);
    expect(value('tappet_cache_stored_total')).to.equal(1);
    expect(value('tappet_cache_bytes')).to.be.above(100);
  });

  describeOnDatabases('has figures of the database', (freshDatabase) => {
    it('how many statements ran, and of the connections of a pool', async () => {
      const database = await freshDatabase();
      const { figures } = await start({ database }, ['metrics', 'options']);
      const { value } = await figures();
      expect(value('tappet_database_statements_total')).to.be.above(3);
      const idle = value('tappet_database_connections', { state: 'idle' });
      if (!database.startsWith('sqlite')) expect(idle).to.be.at.least(1);
      else expect(idle).to.equal(undefined);
    });
  });

  it('has figures of jobs that are due, running and failed, and of how those of this process went, over reloads', async () => {
    let jobs: Jobs;
    let release: () => void;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const worker = definePlugin({
      name: 'worker',
      version: '1.0.0',
      description: 'Does the jobs of a spec.',
      requires: { jobs: '^0.1.0' },
      capabilities: ['database'],
      setup({ use }) {
        jobs = use(serviceToken('jobs'));
        jobs.handle('spec', async ({ key }) => {
          if (key === 'failing') throw new Error('It fails.');
          if (key === 'held') await held;
        });
      },
    });
    const plugins = { only: ['metrics', 'jobs', 'options'], folders: [worker] };
    const options = { jobs: { concurrency: 1 } };
    const { host, figures } = await start({ database: 'sqlite::memory:', plugins, options });
    const counts = async () => {
      const { value } = await figures();
      const states = ['due', 'running', 'retrying'].map((state) => value('tappet_jobs', { state }));
      const outcomes = ['done', 'failed'].map((outcome) => value('tappet_job_runs_total', { name: 'spec', outcome }));
      return [...states, ...outcomes].join();
    };
    expect(await counts()).to.equal('0,0,0,0,0');
    expect((await figures()).value('tappet_jobs_overdue_seconds')).to.equal(0);
    await jobs!.schedule({ name: 'unknown', due: 0 });
    await jobs!.schedule({ name: 'spec', key: 'failing' });
    await until(async () => (await counts()) === '0,0,1,0,1');
    await jobs!.schedule({ name: 'spec', key: 'held' });
    await until(async () => (await counts()) === '0,1,1,0,1');
    await jobs!.schedule({ name: 'spec', key: 'late', due: Date.now() - 60_000 });
    expect(await counts()).to.equal('1,1,1,0,1');
    expect((await figures()).value('tappet_jobs_overdue_seconds')).to.be.within(60, 120);
    release!();
    await until(async () => (await counts()) === '0,0,1,2,1');
    await host.reload();
    const { value, size } = await figures();
    expect(value('tappet_job_duration_seconds_count', { name: 'spec' })).to.equal(3);
    expect(value('tappet_job_duration_seconds_bucket', { name: 'spec', le: '+Inf' })).to.equal(3);
    expect(size('tappet_job_runs_total')).to.equal(2);
  });

  it('has figures of hooks, taps and plugins for the sampled requests', async () => {
    const off = await start();
    await off.ask('/cms-json/t/v1/things/1');
    expect((await off.figures()).size('tappet_hook_duration_seconds_count')).to.equal(0);
    const { ask, figures } = await start({ options: { metrics: { sample: 1 } } });
    for (const id of [1, 2]) await ask(`/cms-json/t/v1/things/${id}`);
    const { value } = await figures();
    expect(value('tappet_hook_duration_seconds_count', { hook: 'rest_post_dispatch' })).to.equal(2);
    const tap = { hook: 'rest_post_dispatch', plugin: 'sample' };
    expect(value('tappet_tap_duration_seconds_count', tap)).to.equal(2);
    expect(value('tappet_tap_duration_seconds_sum', tap)).to.be.above(0);
    expect(value('tappet_plugin_duration_seconds_sum', { plugin: 'sample' })).to.be.above(0);
  });

  it('has figures of the process and, from the second reading on, of the delay of its event loop', async () => {
    const { figures } = await start();
    const first = await figures();
    expect(first.value('process_cpu_seconds_total')).to.be.above(0);
    expect(first.value('process_resident_memory_bytes')).to.be.above(10_000_000);
    let lag: number | undefined;
    while (lag === undefined) lag = (await figures()).value('nodejs_eventloop_lag_seconds', { quantile: '1' });
    expect(lag).to.be.at.least(0);
  });

  describe('may be read', () => {
    const FAR = { 'X-Forwarded-For': '203.0.113.9' };

    it('by clients on this machine, and by no one else', async () => {
      const { ask } = await start();
      const { status, headers } = await ask('/metrics');
      expect([status, headers.get('content-type')]).to.eql([200, 'text/plain; version=0.0.4; charset=utf-8']);
      expect(headers.get('cache-control')).to.equal('no-store');
      for (const Authorization of ['', 'Bearer ', 'Bearer x']) {
        const refused = await ask('/metrics', { headers: { ...FAR, Authorization } });
        expect(refused.status).to.equal(403);
        expect(refused.text).not.to.include('http_requests_total');
      }
    });

    it('by clients on this machine not without being told, where the site has a public address', async () => {
      const url = 'https://site.example';
      const closed = await start({ url });
      expect((await closed.ask('/metrics')).status).to.equal(403);
      const open = await start({ url, options: { metrics: { local: true } } });
      expect((await open.ask('/metrics')).status).to.equal(200);
      for (const by of ['X-Forwarded-For', 'X-Forwarded-Proto', 'Forwarded', 'Via'])
        expect((await open.ask('/metrics', { headers: { [by]: '1' } })).status, by).to.equal(403);
    });

    it('with the token of the configuration, which may be required of everybody', async () => {
      const { ask } = await start({ options: { metrics: { token: 'a secret', local: false } } });
      const as = async (Authorization: string) =>
        (await ask('/metrics', { headers: { ...FAR, Authorization } })).status;
      expect(await as('Bearer a secret')).to.equal(200);
      expect(await as('bearer a secret')).to.equal(200);
      for (const wrong of ['', 'Bearer', 'Bearer a secre', 'Bearer a secret!', 'Basic a secret']) {
        expect(await as(wrong), wrong).to.equal(401);
      }
      expect((await ask('/metrics')).status).to.equal(401);
    });
  });
});
