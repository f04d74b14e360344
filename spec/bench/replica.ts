/**
 * Measures how much of what uncached reads cost PostgreSQL a replica takes over: a mix of reads, nothing cached, with nobody else writing
 * and with another program that writes. Makes a server and a replica of its own, with the programs of PostgreSQL.
 * Run: `npm run build && node --import tsx spec/bench/replica.ts`; see README.md beside this file.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { DIST } from '../support/built.ts';
import { PostgresCluster } from '../support/postgres-cluster.ts';
import { ServingProcess } from '../support/serving-process.ts';
import { writeExportFile } from './data/export-file.ts';
import type { BenchRequest } from './load/job.ts';
import { spread } from './median.ts';
import { compileScripts } from './processes/compile.ts';
import { LoadGenerator } from './processes/load-generator.ts';
import { usageOfTree } from './processes/process-tree.ts';

const POSTS = 1000;
const CONNECTIONS = 10;
const [ROUNDS, SECONDS, WARM] = [5, 2, 4];

/** How often another program changes an item, in a second. */
const WRITES = [0, 1, 10, 50];

/** A server sends its counts when a connection has had nothing to do for this long. */
const COUNTED = 11_000;

const MIX: readonly BenchRequest[] = [
  'posts',
  'posts?page=40',
  'posts?categories=3',
  'posts?search=text',
  'posts?_embed',
  'posts/100',
  'pages',
  'categories',
  'comments',
].map((path) => ({ path: `/cms-json/cms/v2/${path}` }));

const folder = mkdtempSync(join(tmpdir(), 'tappet-bench-replica-'));
const primary = await PostgresCluster.create();
let replica: PostgresCluster | undefined;
const load = await LoadGenerator.start((await compileScripts())('load/generator'));

/** Changes items all the time until it is told to stop. */
async function writing(perSecond: number): Promise<() => Promise<void>> {
  if (perSecond === 0) return async () => undefined;
  const client = new pg.Client({ connectionString: primary.address });
  await client.connect();
  const stopping = new AbortController();
  const running = (async () => {
    for (let id = 2; !stopping.signal.aborted; id = 2 + (id % POSTS)) {
      await client.query(`update wp_posts set comment_count = comment_count where "ID" = ${id}`);
      await sleep(1000 / perSecond);
    }
  })();
  return async () => {
    stopping.abort();
    await running;
    await client.end();
  };
}

const statements = async (server: PostgresCluster): Promise<number> =>
  Number((await server.query("select xact_commit from pg_stat_database where datname = 'postgres'"))[0]);

/** What a request of the mix costs each server: milliseconds of a core, and statements. */
async function costOf(site: ServingProcess, writes: number, follower: PostgresCluster) {
  const servers = [primary, follower];
  const run = (seconds: number) => load.run({ url: site.address, requests: MIX, connections: CONNECTIONS, seconds });
  const usage = () => servers.map((server) => usageOfTree([server.process]).cpu / 1000);
  const stop = await writing(writes);
  await run(WARM);
  await sleep(COUNTED);
  const counts = await Promise.all(servers.map(statements));
  let requests = 0;
  const rounds: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // What the servers use where nobody reads counts for no request.
    const idle = usage();
    await sleep(SECONDS * 1000);
    const before = usage();
    const result = await run(SECONDS);
    const after = usage();
    if (result.failures > 0) throw new Error(`${result.failures} requests failed`);
    requests += result.requests;
    rounds.push(after.map((time, at) => (time - 2 * before[at]! + idle[at]!) / result.requests));
  }
  await stop();
  await sleep(COUNTED);
  const ran = await Promise.all(servers.map(async (server, at) => (await statements(server)) - counts[at]!));
  const ms = (at: number) => Number(spread(rounds.map((round) => round[at]!)).median.toFixed(2));
  return {
    'primary, ms': ms(0),
    'replica, ms': ms(1),
    'primary, statements': Number((ran[0]! / requests).toFixed(1)),
    'replica, statements': Number((ran[1]! / requests).toFixed(1)),
    requests,
  };
}

try {
  const file = join(folder, 'export.xml');
  await writeExportFile(file, POSTS);
  execFileSync(
    process.execPath,
    [fileURLToPath(new URL('host/bin.js', DIST)), 'import', file, '--authors=create', '--database', primary.address],
    { cwd: folder, stdio: 'ignore' },
  );
  replica = await primary.replicate();
  const env = { DATABASE_URL: primary.address, NODE_ENV: 'production', TAPPET_CACHE: 'off' };
  const table: Record<string, object> = {};
  for (const writes of WRITES) {
    for (const [name, more] of [
      ['without', {}],
      ['with a replica', { DATABASE_REPLICA_URL: replica.address }],
    ] as const) {
      const site = await ServingProcess.limited({ env: { ...env, ...more } }, folder);
      table[`${name}, ${writes} writes/s`] = await costOf(site, writes, replica);
      await site.stop();
    }
  }
  console.table(table);
} finally {
  load.stop();
  await Promise.all([primary.remove(), replica?.remove()]);
  rmSync(folder, { recursive: true });
}
process.exit(0);
