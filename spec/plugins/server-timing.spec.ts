import { expect } from 'chai';
import { definePlugin } from '../../core/index.ts';
import database, { Database } from '../../plugins/database/index.ts';
import serverTiming from '../../plugins/server-timing/index.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { samplePlugin, serve } from '../support/serve.ts';

/** `#server-timing-metric` of the W3C's Server Timing: names and values are tokens or quoted strings. */
const TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const QUOTED = '"(?:[^"\\\\]|\\\\.)*"';
const METRIC = new RegExp(`^${TOKEN}(?:\\s*;\\s*${TOKEN}\\s*=\\s*(?:${TOKEN}|${QUOTED}))*$`);

interface Metric {
  readonly duration: number;
  readonly description: string | undefined;
}

function metricsOf(header: string | undefined): Record<string, Metric> {
  const metrics = (header ?? '').split(', ');
  for (const metric of metrics) expect(metric).to.match(METRIC);
  return Object.fromEntries(
    metrics.map((metric) => [
      metric.split(';', 1)[0]!,
      { duration: Number(/dur=([\d.]+)/.exec(metric)![1]), description: /desc="([^"]*)"/.exec(metric)?.[1] },
    ]),
  );
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const sample = samplePlugin((server) => {
  server.registerRoute('t/v1', '/items', { callback: () => ({ ok: true }), permission_callback: () => true });
  server.registerRoute('t/v1', '/slow', {
    callback: async () => {
      await sleep(12);
      return 1;
    },
    permission_callback: () => true,
  });
});

const tapping = (name: string, ms: number) =>
  definePlugin({
    name,
    version: '1.0.0',
    description: 'Waits.',
    setup: ({ hooks }) =>
      hooks.filter('rest_post_dispatch').tapPromise(name, async (response) => {
        await sleep(ms);
        return response;
      }),
  });

describe('server-timing', () => {
  it('says in a valid header how long each plugin took, and the whole', async () => {
    const generation = await buildTestGeneration([sample, serverTiming, tapping('waits', 25)], {
      site: { debug: true },
    });
    const { headers } = await serve(generation, 'GET', '/t/v1/slow');
    const { total, waits, sample: own, core } = metricsOf(headers['Server-Timing']);
    expect(waits!.duration).to.be.within(24, 1000);
    expect(own!.duration).to.be.within(11, 1000);
    expect(total!.duration).to.be.at.least(waits!.duration + own!.duration - 1);
    expect(core!.duration).to.be.below(total!.duration);
  });

  it('gives the number of statements and their time', async () => {
    const reading = definePlugin({
      name: 'reading',
      version: '1.0.0',
      description: 'Reads.',
      requires: { database: '^0.1.0' },
      setup: ({ hooks, use }) =>
        hooks.filter('rest_post_dispatch').tapPromise('reading', async (response) => {
          await use(Database).db.selectFrom('posts').select('ID').execute();
          await use(Database).db.selectFrom('users').select('ID').execute();
          return response;
        }),
    });
    const generation = await buildTestGeneration([database, sample, serverTiming, reading], {
      site: { debug: true },
      options: { database: { url: 'sqlite::memory:' } },
    });
    const { sql } = metricsOf((await serve(generation, 'GET', '/t/v1/items')).headers['Server-Timing']);
    expect(sql!.description).to.equal('2 statements');
    await generation.dispose();
  });

  it('is on answers without a body and on errors, too', async () => {
    const generation = await buildTestGeneration([sample, serverTiming], { site: { debug: true } });
    for (const [method, path] of [
      ['HEAD', '/t/v1/items'],
      ['GET', '/t/v1/nothing'],
    ] as const) {
      expect(metricsOf((await serve(generation, method, path)).headers['Server-Timing'])).to.include.keys('total');
    }
  });

  it('keeps the value of the header that an answer has already', async () => {
    const saying = definePlugin({
      name: 'saying',
      version: '1.0.0',
      description: 'Says.',
      setup: ({ hooks }) =>
        hooks.filter('rest_post_dispatch').tap('saying', (response) => response.header('Server-Timing', 'mine;dur=1')),
    });
    const generation = await buildTestGeneration([sample, serverTiming, saying], { site: { debug: true } });
    const header = (await serve(generation, 'GET', '/t/v1/items')).headers['Server-Timing']!;
    expect(Object.keys(metricsOf(header)).filter((name) => name === 'mine' || name === 'total')).to.deep.equal([
      'mine',
      'total',
    ]);
    expect(header.match(/total;/g)).to.have.lengthOf(1);
  });

  it('is of a bounded length, however many plugins there are', async () => {
    const many = Array.from({ length: 60 }, (_, at) => tapping(`p${at}-${'x'.repeat(60)}`, 0));
    const generation = await buildTestGeneration([sample, serverTiming, ...many], { site: { debug: true } });
    const header = (await serve(generation, 'GET', '/t/v1/items')).headers['Server-Timing']!;
    expect(header.length).to.be.below(1500);
    expect(metricsOf(header).others!.description).to.match(/^\d\d plugins$/);
  });

  it('is not there while debug is off, and then nothing is tapped', async () => {
    const generation = await buildTestGeneration([sample, serverTiming]);
    expect((await serve(generation, 'GET', '/t/v1/items')).headers).not.to.have.property('Server-Timing');
    expect(generation.hooks.get('rest_trace_request').isUsed()).to.equal(false);
  });
});
