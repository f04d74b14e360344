/**
 * Measures `tappet serve` of one process beside one of two workers, on SQLite and PostgreSQL: lists that are cached, lists
 * that are not, and creating. Beside the rate on this machine, which the load generator and the database share with them, it
 * says what the processor time of a request comes to.
 * Run: `npm run build && node --import tsx spec/bench/workers.ts`; see README.md beside this file.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { POSTGRES_URL } from '../support/servers.ts';
import { ServingProcess } from '../support/serving-process.ts';
import { type BenchRequest, UNIQUE } from './load/job.ts';
import { spread } from './median.ts';
import { compileScripts } from './processes/compile.ts';
import { LoadGenerator } from './processes/load-generator.ts';
import { usageOfTree } from './processes/process-tree.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '1' },
    warm: { type: 'string', default: '10' },
    connections: { type: 'string', default: '20' },
    posts: { type: 'string', default: '200' },
  },
});
const [rounds, seconds, warm] = [Number(flags.rounds), Number(flags.seconds), Number(flags.warm)];
const connections = Number(flags.connections);

const SCHEMA = `tappet_bench_workers_${process.pid}`;

/** A plugin that lets everybody create items. */
const PLUGIN = `import { definePlugin, serviceToken } from 'tappet';
export default definePlugin({
  name: 'filling', version: '1.0.0', description: 'Fills.', capabilities: ['content:write'], requires: { posts: '*' },
  cacheable: true,
  setup({ hooks, use }) {
    const posts = use(serviceToken('post-store'));
    hooks.action('rest_api_init').tap('filling', (server) => {
      server.registerRoute('filling/v1', '/posts', {
        methods: ['POST'], permission_callback: () => true,
        callback: async (request) =>
          (await posts.insert({ title: request.getParam('title'), content: 'A few words.', status: 'publish' })).id,
      });
    });
  },
});`;

const LIST: BenchRequest = { path: '/cms-json/cms/v2/posts' };
const CREATE: BenchRequest = {
  method: 'POST',
  path: '/cms-json/filling/v1/posts',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ title: `Written ${UNIQUE}` }),
};

const CASES = [
  { name: 'cached list', args: [], request: LIST },
  { name: 'uncached list', args: ['--cache=off'], request: LIST },
  { name: 'creating', args: [], request: CREATE },
] as const;

async function start(
  folder: string,
  workers: number,
  database: string,
  args: readonly string[],
): Promise<ServingProcess> {
  const several = workers === 1 ? [] : [`--workers=${workers}`];
  const settings = ['--log-level=warn', `--database=${database}`, ...args, ...several];
  const server = await ServingProcess.limited({ env: { NODE_ENV: 'production' } }, folder, ...settings);
  const isReady = async () => {
    const answer = (await (await fetch(`${server.address}/readyz`)).json()) as { workers?: { ready: number } };
    return workers === 1 || answer.workers?.ready === workers;
  };
  while (!(await isReady())) await sleep(20);
  return server;
}

/** What rounds of a server have come to. */
interface Measured {
  readonly rates: number[];
  /** Microseconds of processor time for each request. */
  readonly costs: number[];
  /** The share of time in which the load generator was busy. */
  readonly busy: number[];
}

async function round(
  load: LoadGenerator,
  { address: url, id }: ServingProcess,
  request: BenchRequest,
  into?: Measured,
) {
  const before = usageOfTree([id]).cpu;
  const job = { url, requests: [request], connections, seconds: into === undefined ? warm : seconds };
  const { requests, rate, busy } = await load.run(job);
  into?.rates.push(rate);
  into?.costs.push((usageOfTree([id]).cpu - before) / requests);
  into?.busy.push(busy);
}

const median = (values: readonly number[]): number => spread(values).median;

function line(system: string, name: string, [one, two]: readonly [Measured, Measured]): string {
  const ratio = (of: (at: number) => number) => median(one.rates.map((_, at) => of(at))).toFixed(2);
  return [
    `${system}, ${name}`,
    `${median(one.rates).toFixed(0)} and ${median(two.rates).toFixed(0)} a second (${ratio((at) => two.rates[at]! / one.rates[at]!)} ×)`,
    `${median(one.costs).toFixed(0)} and ${median(two.costs).toFixed(0)} µs of processor time each`,
    `two free cores would give ${ratio((at) => (2 * one.costs[at]!) / two.costs[at]!)} × as many (derived)`,
    `generator busy ${(100 * Math.max(...one.busy, ...two.busy)).toFixed(0)} %`,
  ].join('; ');
}

async function measure(system: string, database: string, folder: string, load: LoadGenerator): Promise<void> {
  for (const { name, args, request } of CASES) {
    const servers: ServingProcess[] = [];
    try {
      for (const workers of [1, 2]) servers.push(await start(folder, workers, database, args));
      const [one, two] = servers as [ServingProcess, ServingProcess];
      if (name === CASES[0].name)
        await load.run({ url: one.address, requests: [CREATE], connections: 1, amount: Number(flags.posts) });
      const measured = [1, 2].map((): Measured => ({ rates: [], costs: [], busy: [] })) as [Measured, Measured];
      for (const server of servers) await round(load, server, request);
      for (let turn = 0; turn < rounds; turn++) {
        await round(load, one, request, measured[0]);
        await round(load, two, request, measured[1]);
      }
      console.log(line(system, name, measured));
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  }
}

/** Runs statements on PostgreSQL; false where no server answers. */
async function onPostgres(statement: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
  } catch {
    return false;
  }
  await client.query(statement);
  await client.end();
  return true;
}

const folder = mkdtempSync(join(tmpdir(), 'tappet-workers-'));
mkdirSync(join(folder, 'plugins/filling'), { recursive: true });
writeFileSync(join(folder, 'plugins/filling/index.ts'), PLUGIN);
const load = await LoadGenerator.start((await compileScripts())('load/generator'));
try {
  await measure('SQLite', `sqlite:${join(folder, 'site.db')}`, folder, load);
  if (await onPostgres(`create schema ${SCHEMA}`)) {
    const url = new URL(POSTGRES_URL);
    url.searchParams.set('options', `-c search_path=${SCHEMA}`);
    await measure('PostgreSQL', url.href, folder, load);
  } else console.log(`PostgreSQL: skipped, for no server answers at ${POSTGRES_URL}`);
} finally {
  load.stop();
  await onPostgres(`drop schema if exists ${SCHEMA} cascade`);
  rmSync(folder, { recursive: true });
}
