import { expect } from 'chai';
import { hasPostgresPrograms, PostgresCluster } from '../support/postgres-cluster.ts';
import { until } from '../support/until.ts';
import { Way } from '../support/way.ts';
import { FaultSite } from './fault-site.ts';

/** How often the server is restarted, and replaced by its replica. */
const ROUNDS = Number(process.env.TAPPET_FAILOVER_ROUNDS ?? 1);

/** How many clients write and read at once. */
const WRITERS = 6;
const READERS = 2;

/**
 * How long an answer may take in the worst case, and how soon writes succeed again, in milliseconds: a second, and some time for
 * a machine that is busy.
 */
const LONGEST = 8000;
const RECOVERY = 3000;

/** Limits of the host, below those that it has otherwise, so that a spec need not wait long for them. */
const LIMITS = { databasePoolWait: 3000, databaseStatementTimeout: 1000 };

/** How clients fared in one round. */
interface Round {
  readonly kind: string;
  readonly answers: Readonly<Record<number, number>>;
  readonly longest: number;
  /** From the answer of the server to the first write that was acknowledged after it, in milliseconds. */
  readonly recovery: number;
}

describe('a PostgreSQL server that is restarted or replaced under load', function () {
  this.timeout(60_000 + ROUNDS * 60_000);
  if (!hasPostgresPrograms) {
    it('skipped, for there is no initdb', function () {
      this.skip();
    });
    return;
  }
  let primary: PostgresCluster;
  let replica: PostgresCluster | undefined;
  let way: Way;
  let site: FaultSite;
  const rounds: Round[] = [];

  before(async () => {
    primary = await PostgresCluster.create();
    way = new Way({ host: '127.0.0.1', port: primary.port });
    await way.open();
    const database = `postgres://postgres@127.0.0.1:${way.port}/postgres`;
    site = await FaultSite.start({ database, ...LIMITS });
  });
  after(async () => {
    await site?.close();
    await way?.close();
    await Promise.all([primary?.remove(), replica?.remove()]);
    if (process.env.TAPPET_FAILOVER_ROUNDS !== undefined)
      console.table(rounds.map(({ answers, ...round }) => ({ ...round, ...answers })));
  });

  /** Writes and reads at once while something is done to the server, and until a write after that is acknowledged. */
  async function underLoad(kind: string, harm: () => Promise<PostgresCluster>): Promise<void> {
    const answers: Record<number, number> = {};
    let longest = 0;
    let isOver = false;
    let lastWrite = 0;
    const use = async (ask: () => ReturnType<FaultSite['write']>) => {
      while (!isOver) {
        const began = performance.now();
        const { status, headers } = await ask();
        const ended = performance.now();
        answers[status] = (answers[status] ?? 0) + 1;
        longest = Math.max(longest, ended - began);
        if (status === 201) lastWrite = began;
        if (status === 503) expect(headers['Retry-After']).to.match(/^\d+$/);
        // Nobody asks again at once who is told to wait.
        if (status === 503) await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const clients = [
      ...Array.from({ length: WRITERS }, () => use(() => site.write())),
      ...Array.from({ length: READERS }, () => use(() => site.ask('GET', '/posts?per_page=2'))),
    ];
    await until(() => (answers[201] ?? 0) > 2 * WRITERS);
    primary = await harm();
    await until(() => primary.answers());
    const back = performance.now();
    await until(() => lastWrite > back);
    const recovery = performance.now() - back;
    isOver = true;
    await Promise.all(clients);
    rounds.push({ kind, answers, longest: Math.round(longest), recovery: Math.round(recovery) });
    expect(Object.keys(answers).filter((status) => !['200', '201', '503'].includes(status))).to.eql([]);
    expect(longest).to.be.lessThan(LONGEST);
    expect(recovery).to.be.lessThan(RECOVERY);
    const stored = await primary.query("select post_title from wp_posts where post_type = 'post'");
    expect(stored).to.include.members(site.acknowledged);
    await until(() => site.database.sight === 'seen');
  }

  it('is back at once for all clients after a stop or a crash, and has all that was acknowledged', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const how = round % 2 === 0 ? 'immediate' : 'fast';
      await underLoad(`restart ${how}`, async () => {
        await primary.stop(how);
        await primary.start();
        return primary;
      });
    }
  });

  it('has all that was acknowledged where its synchronous replica takes its place', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const next = await primary.replicate();
      replica = next;
      await primary.wait(true);
      await underLoad('failover', async () => {
        const former = primary;
        former.kill();
        await next.promote();
        await way.close();
        way.to = { host: '127.0.0.1', port: next.port };
        await way.open();
        replica = undefined;
        await former.remove();
        return next;
      });
    }
  });

  it('acknowledges nothing as long as its replica is away, and does not wait for that without an end', async () => {
    replica = await primary.replicate();
    await primary.wait(true);
    expect((await site.write()).status).to.equal(201);
    await replica.stop('immediate');
    const began = performance.now();
    const { status, headers } = await site.write();
    expect([status, headers['Retry-After']]).to.eql([503, '5']);
    expect(performance.now() - began).to.be.lessThan(LONGEST);
    // The server goes on waiting: it was not told to do without the replica.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const waiting = await primary.query("select pid from pg_stat_activity where wait_event = 'SyncRep'");
    expect(waiting).not.to.eql([]);
    await replica.start();
    await primary.wait(true);
    expect((await site.write()).status).to.equal(201);
  });
});
