import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { CommandLine } from '../support/command-line.ts';
import { describeOnPostgres } from '../support/on-databases.ts';
import { ServingProcess } from '../support/serving-process.ts';
import { until } from '../support/until.ts';
import { type Ask, KINDS_OF_WRITES } from './kinds-of-writes.ts';

/** How many writes are read back at another host: `TAPPET_HOST_WRITES=10000`. */
const WRITES = Number(process.env.TAPPET_HOST_WRITES ?? 40);

/** How often a host is killed: `TAPPET_KILL_ROUNDS=50`; takes some ten seconds each. */
const KILL_ROUNDS = Number(process.env.TAPPET_KILL_ROUNDS ?? 0);

/** How many clients write at once. */
const CLIENTS = 6;

/** The longest that a write may be unseen at another host, in milliseconds; the machine of a test may be busy. */
const MOST = 2000;

/** Notes at an item that its hooks were fired, in the transaction that publishes it. */
const WITNESS = `import { definePlugin, serviceToken } from 'tappet';
export default definePlugin({
  name: 'witness', version: '1.0.0', description: 'Notes what is published.',
  requires: { posts: '*' }, capabilities: ['content:write'],
  setup({ hooks, use }) {
    const meta = use(serviceToken('meta-store'));
    hooks.action('publish_future_post').tapPromise('witness', (id) => meta.add('post', id, 'due', process.pid));
    hooks.action('transition_post_status').tapPromise('witness', async (status, before, post) => {
      if (before === 'future' && status === 'publish') await meta.add('post', post.id, 'published', process.pid);
    });
  },
});`;

describeOnPostgres('three hosts of one database', (freshDatabase) => {
  let folder: string;
  let url: string;
  let client: pg.Client;
  let hosts: ServingProcess[];
  let authorization: string;

  /** Starts a host in a folder of its own: what is not in the database is of it alone. */
  const start = async (name: number): Promise<ServingProcess> => {
    const own = join(folder, `host-${name}`);
    mkdirSync(join(own, 'plugins', 'witness'), { recursive: true });
    writeFileSync(join(own, 'plugins', 'witness', 'index.ts'), WITNESS);
    return ServingProcess.limited({ env: { TAPPET_AUTH_KEYS: 'ab'.repeat(64) } }, own, '--database', url);
  };
  /** Sends requests to a host; failures of the connection are those of the caller. */
  const askAt =
    (host: () => ServingProcess): Ask =>
    async (method, path, { json, anonymous = false } = {}) => {
      const response = await fetch(`${host().address}/cms-json/cms/v2${path}`, {
        method,
        headers: {
          ...(anonymous ? {} : { Authorization: authorization }),
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      return { status: response.status, json: await response.json() };
    };
  const rows = async (text: string): Promise<unknown[]> => (await client.query({ text, rowMode: 'array' })).rows;
  const count = async (text: string) => Number((await rows(`select count(*) from ${text}`))[0]![0 as never]);

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-hosts-'));
    url = await freshDatabase({ alone: true });
    hosts = await Promise.all([0, 1, 2].map(start));
    client = new pg.Client({ connectionString: url });
    // The database is dropped before the connection ends.
    client.on('error', () => undefined);
    await client.connect();
    const line = new CommandLine(join(folder, 'host-0'), { env: { TAPPET_AUTH_KEYS: 'ab'.repeat(64) } });
    const secret = await line.run(
      ...['user', 'application-password', 'create', 'admin', 'spec', '--porcelain', '--database', url],
    );
    authorization = `Basic ${btoa(`admin:${secret.out.trim()}`)}`;
  });
  after(async () => {
    await client?.end();
    await Promise.all((hosts ?? []).map((host) => host.kill()));
    rmSync(folder, { recursive: true });
  });

  it('that start at once on an empty one make one schema, one administrator and one set of first items', async () => {
    expect(await count('wp_users')).to.equal(1);
    expect(await rows("select post_type, post_title from wp_posts where post_status = 'publish' order by 1")).to.eql([
      ['page', 'Sample Page'],
      ['post', 'Hello world!'],
    ]);
    expect(await count('wp_comments')).to.equal(1);
    expect(await rows('select taxonomy from wp_term_taxonomy group by taxonomy, term_id having count(*) > 1')).to.eql(
      [],
    );
    expect(await count("wp_terms where slug = 'uncategorized'")).to.equal(1);
    expect(hosts.filter(({ output }) => output.includes('Sign in as admin'))).to.have.length(1);
  });

  it(`show ${WRITES} writes of every kind at once where they were made, and soon at the others`, async function () {
    this.timeout(60_000 + WRITES * 100);
    const kinds = [...KINDS_OF_WRITES];
    const staleness: number[] = [];
    const byKind = new Map<string, number>();
    let next = 0;
    const write = async () => {
      while (next < WRITES) {
        const number = next++;
        const [name, kind] = kinds[number % kinds.length]!;
        const at = Math.floor(Math.random() * hosts.length);
        const [here, there] = [hosts[at]!, hosts[(at + 1 + (number % 2)) % hosts.length]!].map((host) =>
          askAt(() => host),
        );
        // The other host has what there was before in its cache.
        await there!('GET', '/posts?per_page=100&_fields=id', { anonymous: true });
        const shows = await kind(here!, `unique${number}`);
        const acknowledged = performance.now();
        for (;;) {
          const asked = performance.now();
          if (await shows(there!)) {
            staleness.push(asked - acknowledged);
            byKind.set(name, Math.max(byKind.get(name) ?? 0, asked - acknowledged));
            break;
          }
          if (asked - acknowledged > 10_000) throw new Error(`${name} is never seen at another host`);
        }
        // Settings and preferences are one for all clients: another one may have been set since.
        if (!/^(?:setting|preference)/.test(name))
          expect(await shows(here!), `${name}, where it was made`).to.equal(true);
      }
    };
    // No kind comes twice among as many writes, so that what is one for all clients is written by one at a time.
    expect(kinds.length).to.be.above(CLIENTS);
    await Promise.all(Array.from({ length: CLIENTS }, write));
    const sorted = staleness.sort((one, other) => one - other);
    const part = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1);
    const worst = [...byKind].sort(([, one], [, other]) => other - one).slice(0, 3);
    console.log(
      `      staleness in ms of ${sorted.length} writes: p50 ${part(0.5)}, p99 ${part(0.99)}, max ${part(1)};`,
      `longest: ${worst.map(([name, most]) => `${name} ${most.toFixed(1)}`).join(', ')}`,
    );
    expect(sorted.at(-1)).to.be.below(MOST);
  });

  /** Makes scheduled posts at all hosts, and has them due now; answers with their ids. */
  const scheduled = async (many: number): Promise<number[]> => {
    const date_gmt = new Date(Date.now() + 3_600_000).toISOString();
    const ids = await Promise.all(
      Array.from({ length: many }, async (_, at) => {
        const ask = askAt(() => hosts[at % hosts.length]!);
        const { json } = await ask('POST', '/posts', {
          json: { title: `Scheduled ${at}`, status: 'future', date_gmt },
        });
        return json.id as number;
      }),
    );
    await client.query(
      `update wp_posts set post_date_gmt = '2020-01-01 00:00:00', post_date = '2020-01-01 00:00:00' where post_status = 'future'`,
    );
    await client.query(`update wp_tappet_jobs set due = 0 where recurrence = ''`);
    return ids;
  };
  const expectPublishedOnce = async (ids: readonly number[]) => {
    const list = ids.join(', ');
    await until(async () => (await count(`wp_posts where "ID" in (${list}) and post_status <> 'publish'`)) === 0);
    for (const key of ['due', 'published']) {
      const firings =
        await rows(`select post_id, count(*) from wp_postmeta where meta_key = '${key}' and post_id in (${list})
        group by post_id having count(*) = 1`);
      expect(firings, key).to.have.length(ids.length);
    }
    await until(async () => (await count(`wp_tappet_jobs where recurrence = ''`)) === 0);
  };

  it('publish a scheduled item once, and fire its hooks once', async () => {
    await expectPublishedOnce(await scheduled(12));
  });

  it('follow a plugin that one of them switches off, as soon as they are told', async () => {
    const plugins = (ask: Ask) => ask('GET', '/plugins');
    const asks = hosts.map((host) => askAt(() => host));
    const witness = (await plugins(asks[0]!)).json.find(({ plugin }: { plugin: string }) => /witness/.test(plugin));
    for (const status of ['inactive', 'active']) {
      const begun = performance.now();
      expect((await asks[0]!('POST', `/plugins/${witness.plugin}`, { json: { status } })).status).to.equal(200);
      const own = performance.now() - begun;
      for (const ask of asks.slice(1))
        await until(async () => (await ask('GET', `/plugins/${witness.plugin}`)).json.status === status);
      console.log(
        `      ${status} after ${own.toFixed(0)} ms at the host that was asked, and at the last one ${(performance.now() - begun - own).toFixed(0)} ms later`,
      );
    }
  });

  it(`lose nothing when one of them is killed, ${KILL_ROUNDS || 1} times`, async function () {
    this.timeout(60_000 * (KILL_ROUNDS || 1));
    const acknowledged: number[] = [];
    for (let round = 0; round < (KILL_ROUNDS || 1); round++) {
      const victim = round % hosts.length;
      let goesOn = true;
      let afterwards = 0;
      const load = hosts.map(async (_, at) => {
        const ask = askAt(() => hosts[at]!);
        while (goesOn) {
          const json = { title: `Round ${round}`, status: 'publish', sticky: Math.random() < 0.2 };
          const answer = await ask('POST', '/posts', { json }).catch(() => undefined);
          if (answer === undefined) return;
          if (answer.status === 201) acknowledged.push(answer.json.id);
          if (at !== victim && goesOn) afterwards++;
        }
      });
      const ids = await scheduled(6);
      await wait(Math.random() * 300);
      await hosts[victim]!.kill();
      afterwards = 0;
      await until(() => afterwards > 10);
      goesOn = false;
      await Promise.all(load);
      await expectPublishedOnce(ids);
      expect(
        await count(`pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'advisory'`),
      ).to.equal(0);
      if (round + 1 < KILL_ROUNDS) hosts[victim] = await start(victim);
      else hosts.splice(victim, 1);
    }
    expect(await count(`wp_posts where "ID" in (${acknowledged.join(', ')})`)).to.equal(acknowledged.length);
  });
});
