/**
 * Measures on this machine what a request costs a host, PostgreSQL and Redis in processor time, and stores it for the
 * simulation. Needs the build, a PostgreSQL at TEST_POSTGRES_URL and a Redis at TEST_REDIS_URL, both of this machine.
 *
 *     npm run build && node --import tsx spec/bench/scale/measure.ts
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'iovalkey';
import pg from 'pg';
import { DIST } from '../../support/built.ts';
import { POSTGRES_URL, REDIS_URL } from '../../support/servers.ts';
import { ServingProcess } from '../../support/serving-process.ts';
import { writeExportFile } from '../data/export-file.ts';
import { type BenchRequest, UNIQUE } from '../load/job.ts';
import { spread } from '../median.ts';
import { compileScripts } from '../processes/compile.ts';
import { LoadGenerator } from '../processes/load-generator.ts';
import { usageOfTree } from '../processes/process-tree.ts';
import type { Measured } from './model.ts';

const POSTS = 1000;
const CONNECTIONS = 10;
const [ROUNDS, SECONDS, WARM] = [9, 1, 4];
const LIST = '/cms-json/cms/v2/posts';

const server = new URL(POSTGRES_URL);
const name = `tappet_scale_${process.pid}`;
const database = Object.assign(new URL(server), { pathname: name }).href;
const bin = fileURLToPath(new URL('host/bin.js', DIST));
const folder = mkdtempSync(join(tmpdir(), 'tappet-scale-'));

const admin = new pg.Client({ connectionString: server.href });
await admin.connect();
await admin.query(`create database ${name}`);
const redis = new Redis(REDIS_URL);

/** What each of the three uses. */
type Usage = Readonly<Record<'host' | 'database' | 'redis', number>>;

const env = { DATABASE_URL: database, NODE_ENV: 'production' };
const tappet = (...args: string[]): string =>
  execFileSync(process.execPath, [bin, ...args], {
    env: { ...process.env, ...env },
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

const serve = (more: Record<string, string>): Promise<ServingProcess> =>
  ServingProcess.limited({ env: { ...env, ...more } }, folder);

/** The processor time in microseconds that each of the three has used so far. */
async function usage(site: ServingProcess): Promise<Usage> {
  const { rows } = await admin.query('select pid from pg_stat_activity where datname = $1', [name]);
  const info = await redis.info('cpu');
  const seconds = ['user', 'sys'].map((kind) => Number(new RegExp(`used_cpu_${kind}:([\\d.]+)`).exec(info)![1]));
  return {
    host: usageOfTree([site.id]).cpu,
    database: usageOfTree(rows.map((row) => row.pid)).cpu,
    redis: (seconds[0]! + seconds[1]!) * 1e6,
  };
}

const script = await compileScripts();
const load = await LoadGenerator.start(script('load/generator'));

/** What a request costs, in milliseconds; `watched` is the host whose time counts, if that is another. */
async function costOf(site: ServingProcess, request: BenchRequest, watched = site): Promise<Usage> {
  const run = (seconds: number) =>
    load.run({ url: site.address, requests: [request], connections: CONNECTIONS, seconds });
  await run(WARM);
  const rounds: Usage[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // What is used where nothing is asked counts for no request.
    const times = [performance.now(), 0, 0];
    const idle = await usage(watched);
    await wait(SECONDS * 1000);
    const before = await usage(watched);
    times[1] = performance.now();
    const { requests } = await run(SECONDS);
    const after = await usage(watched);
    times[2] = performance.now();
    const share = (times[2] - times[1]) / (times[1] - times[0]!);
    const each = (key: keyof Usage) =>
      Math.max(0, after[key] - before[key] - (before[key] - idle[key]) * share) / 1000 / requests;
    rounds.push({ host: each('host'), database: each('database'), redis: each('redis') });
  }
  const median = (key: keyof Usage) => Number(spread(rounds.map((round) => round[key])).median.toFixed(3));
  return { host: median('host'), database: median('database'), redis: median('redis') };
}

try {
  const file = join(folder, 'export.xml');
  await writeExportFile(file, POSTS);
  tappet('import', file, '--authors=create');
  tappet('user', 'create', 'scale', 'scale@example.org', '--role=administrator', '--porcelain');
  const password = tappet('user', 'application-password', 'create', 'scale', 'scale', '--porcelain');
  const Authorization = `Basic ${Buffer.from(`scale:${password}`).toString('base64')}`;
  const list = { path: LIST };
  const create: BenchRequest = {
    method: 'POST',
    path: LIST,
    headers: { Authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: `Post ${UNIQUE}`, content: `Text of ${UNIQUE}.`, status: 'publish' }),
  };
  const [shipped, uncached] = [await serve({}), await serve({ TAPPET_CACHE: 'off' })];
  const kept = await costOf(shipped, list);
  const made = await costOf(uncached, list);
  await Promise.all([shipped.stop(), uncached.stop()]);
  // The other host does nothing but hear of the changes.
  const [writer, listener] = [await serve({}), await serve({})];
  const written = await costOf(writer, create);
  const heard = await costOf(writer, create, listener);
  await Promise.all([writer.stop(), listener.stop()]);
  writeFileSync(
    join(folder, 'tappet.config.json'),
    JSON.stringify({
      plugins: { required: ['redis'] },
      options: { redis: { prefix: name, anonymous: { points: 1e9 } } },
    }),
  );
  const counting = await serve({ TAPPET_CACHE: 'off', REDIS_URL });
  const counted = await costOf(counting, { path: '/cms-json/cms/v2/types/post?_fields=slug' });
  await counting.stop();
  const measured: Measured = {
    machine: cpus()[0]!.model,
    node: process.version,
    postgres: ((await admin.query('show server_version')).rows[0].server_version as string).split(' ')[0]!,
    date: new Date().toISOString().slice(0, 10),
    kept: { host: kept.host },
    list: { host: made.host, database: made.database },
    create: { host: written.host, database: written.database },
    heard: { host: heard.host },
    counted: { redis: counted.redis },
  };
  writeFileSync(new URL('./measured.json', import.meta.url), `${JSON.stringify(measured, undefined, 2)}\n`);
  console.log(measured);
} finally {
  load.stop();
  const keys = await redis.keys(`${name}*`);
  if (keys.length > 0) await redis.del(...keys);
  await redis.quit();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  rmSync(folder, { recursive: true });
}
process.exit(0);
