import { context, metrics, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { expect } from 'chai';
import { sql } from 'kysely';
import { createHost, definePlugin, type Host, RestError, serviceToken } from '../../host/index.ts';
import { Database } from '../../plugins/database/index.ts';
import type { Jobs } from '../../plugins/jobs/index.ts';
import { describeOnServers } from '../support/on-databases.ts';
import { until } from '../support/until.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

/** The service of the site that was started last. */
let jobs: Jobs;

const routes = definePlugin({
  name: 'spec-routes',
  version: '1.0.0',
  description: 'Answers.',
  requires: { database: '*', jobs: '*' },
  capabilities: ['database'],
  setup({ hooks, use }) {
    jobs = use(serviceToken('jobs'));
    jobs.handle('spec', async () => {
      throw new TypeError('It is broken.');
    });
    const { db, dialect } = use(Database);
    /** A statement that reads its own text. */
    const ownText =
      dialect === 'postgres'
        ? sql<{ text: string }>`select query as text from pg_stat_activity where pid = pg_backend_pid()`
        : sql<{ text: string }>`select info as text from information_schema.processlist where id = connection_id()`;
    hooks.action('rest_api_init').tap('spec-routes', (server) => {
      const permission_callback = () => true;
      const callback = () => {
        throw new RestError('spec_broken', 'It is broken.', { status: 503 });
      };
      server.registerRoute('spec-routes/v1', '/broken', { callback, permission_callback });
      const own = async () => (await ownText.execute(db)).rows[0]!.text;
      server.registerRoute('spec-routes/v1', '/own-text', { callback: own, permission_callback });
    });
  },
});

describe('OpenTelemetry', () => {
  const spans = new InMemorySpanExporter();
  const figures = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: figures, exportIntervalMillis: 3_600_000 });
  let host: Host;
  let url: string;

  const start = async (sample: number, database = 'sqlite::memory:', statement_context = false) => {
    host = await createHost({
      database,
      logLevel: 'silent',
      plugins: { required: ['opentelemetry'], folders: [routes] },
      options: { opentelemetry: { sample, statement_context } },
    });
    url = await host.listen(0, '127.0.0.1');
  };
  const get = async (path: string, headers: Record<string, string> = {}): Promise<ReadableSpan[]> => {
    spans.reset();
    await (await fetch(url + path, { headers })).text();
    await until(() => spans.getFinishedSpans().some(({ kind }) => kind === SpanKind.SERVER));
    return spans.getFinishedSpans();
  };

  before(() => {
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  });

  afterEach(() => host.close());

  after(async () => {
    await reader.shutdown();
    for (const api of [trace, context, propagation, metrics]) api.disable();
  });

  it('has a span of each request within that of the caller, without the query', async () => {
    await start(0);
    const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
    const [span, ...others] = await get('/cms-json/cms/v2/types/post?_fields=id&secret=1', headers);
    expect(others).to.deep.equal([]);
    expect([span!.name, span!.spanContext().traceId, span!.parentSpanContext?.spanId]).to.deep.equal([
      'GET /cms/v2/types/(?P<type>[\\w-]+)',
      TRACE,
      CALLER,
    ]);
    expect(span!.attributes).to.deep.equal({
      'http.request.method': 'GET',
      'http.route': '/cms/v2/types/(?P<type>[\\w-]+)',
      'http.response.status_code': 200,
      'url.path': '/cms-json/cms/v2/types/post',
    });
    // The second answer comes from the cache.
    expect((await get('/cms-json/cms/v2/types/post?_fields=id&secret=1')).map(({ name }) => name)).to.have.lengthOf(1);
    const [page] = await get('/healthz');
    expect(page!.name).to.equal('GET (page)');
  });

  it('says of a status of 500 and more that it is an error', async () => {
    await start(0);
    const [span] = await get('/cms-json/spec-routes/v1/broken');
    expect([span!.status.code, span!.attributes['error.type']]).to.deep.equal([SpanStatusCode.ERROR, '503']);
    const [missing] = await get('/cms-json/cms/v2/posts/999');
    expect([missing!.status.code, missing!.attributes['http.response.status_code']]).to.deep.equal([
      SpanStatusCode.UNSET,
      404,
    ]);
  });

  it('shows hooks, taps and statements within sampled requests, in the time of the request', async () => {
    await start(1);
    const all = await get('/cms-json/cms/v2/posts', { traceparent: `00-${TRACE}-${CALLER}-01` });
    for (const span of all) expect(span.spanContext().traceId, span.name).to.equal(TRACE);
    const request = all.find(({ kind }) => kind === SpanKind.SERVER)!;
    const parentOf = (span: ReadableSpan) =>
      all.find((other) => other.spanContext().spanId === span.parentSpanContext?.spanId);
    const statement = all.find(({ kind }) => kind === SpanKind.CLIENT)!;
    expect(statement.attributes).to.include({ 'db.system.name': 'sqlite', 'db.operation.name': 'SELECT' });
    const path: string[] = [];
    for (let span: ReadableSpan | undefined = statement; span !== undefined; span = parentOf(span))
      path.push(span.name);
    expect(path).to.include('callback /cms/v2/posts').and.to.include('request GET /cms/v2/posts');
    expect(path.at(-1)).to.equal('GET /cms/v2/posts');
    const tap = all.find(({ name }) => name.startsWith('tap '))!;
    expect(tap.attributes['tappet.plugin']).to.be.a('string');
    const seconds = ([whole, nano]: [number, number]) => whole + nano / 1e9;
    for (const { name, startTime, endTime } of all) {
      expect(seconds(startTime), name).to.be.above(seconds(request.startTime) - 0.005);
      expect(seconds(endTime), name).to.be.below(seconds(request.endTime) + 0.005);
    }
  });

  describeOnServers('in statements', (freshDatabase) => {
    it('names the span of a sampled request, where the setting asks for it', async () => {
      const [path, headers] = ['/cms-json/spec-routes/v1/own-text', { traceparent: `00-${TRACE}-${CALLER}-01` }];
      await start(0, await freshDatabase(), true);
      spans.reset();
      const text = (await (await fetch(url + path, { headers })).json()) as string;
      await until(() => spans.getFinishedSpans().length > 0);
      const { traceId, spanId } = spans.getFinishedSpans()[0]!.spanContext();
      expect(traceId).to.equal(TRACE);
      expect(text)
        .to.match(/^select /)
        .and.to.include(` /*traceparent='00-${TRACE}-${spanId}-01'*/`);
      // The caller says that the request is not sampled.
      const unsampled = await fetch(url + path, { headers: { traceparent: `00-${TRACE}-${CALLER}-00` } });
      expect(await unsampled.json()).not.to.include('/*');
    });
  });

  it('counts requests and how long they take, by route', async () => {
    await start(0);
    await get('/cms-json/cms/v2/types');
    await reader.forceFlush();
    const { metrics: found } = figures.getMetrics().at(-1)!.scopeMetrics[0]!;
    const pointsOf = (name: string) => found.find(({ descriptor }) => descriptor.name === name)!.dataPoints;
    const types = pointsOf('http.server.request.duration').find(
      ({ attributes }) => attributes['http.route'] === '/cms/v2/types',
    )!;
    expect(types.attributes).to.include({ 'http.request.method': 'GET', 'http.response.status_code': 200 });
    expect((types.value as { count: number }).count).to.equal(1);
    expect(pointsOf('http.server.active_requests').map(({ value }) => value)).to.deep.equal([0]);
  });

  it('counts jobs that wait, and how long those take that are done here', async () => {
    await start(0);
    await jobs.schedule({ name: 'spec', key: 'later', due: Date.now() + 3_600_000 });
    await jobs.schedule({ name: 'spec', key: 'failing' });
    await until(async () => (await jobs.backlog()).retrying === 1);
    await reader.forceFlush();
    const { metrics: found } = figures.getMetrics().at(-1)!.scopeMetrics[0]!;
    const pointsOf = (name: string) =>
      found
        .find(({ descriptor }) => descriptor.name === name)!
        .dataPoints.map(({ attributes, value }) => [attributes, typeof value === 'number' ? value : value.count]);
    expect(pointsOf('tappet.job.duration')).to.deep.equal([
      [{ 'tappet.job.name': 'spec', 'error.type': 'TypeError' }, 1],
    ]);
    expect(pointsOf('tappet.jobs.overdue')).to.deep.equal([[{}, 0]]);
    expect(pointsOf('tappet.jobs')).to.deep.equal([
      [{ 'tappet.job.state': 'due' }, 0],
      [{ 'tappet.job.state': 'running' }, 0],
      [{ 'tappet.job.state': 'retrying' }, 1],
    ]);
  });
});
