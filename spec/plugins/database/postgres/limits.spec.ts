import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { sql } from 'kysely';
import { deferred } from '../../../../core/base/index.ts';
import type { Generation } from '../../../../core/generation.ts';
import database, { Database } from '../../../../plugins/database/index.ts';
import { buildTestGeneration } from '../../../support/generation.ts';
import { describeOnPostgres } from '../../../support/on-databases.ts';
import { samplePlugin, serve } from '../../../support/serve.ts';
import { Way } from '../../../support/way.ts';

const LIMITS = { poolSize: 3, poolWait: 300, statementTimeout: 300, lockTimeout: 200, idleTimeout: 300 };

/** A statement that takes longer than its limit. */
const SLEEP = sql<unknown>`select pg_sleep(20)`;

describeOnPostgres('the limits of a database', (freshDatabase) => {
  let url: string;
  let generation: Generation;
  let site: Database;
  let work: () => Promise<unknown>;

  before(async () => {
    url = await freshDatabase();
    const plugin = samplePlugin((server) =>
      server.registerRoute('sample/v1', '/work', {
        methods: 'POST',
        permission_callback: () => true,
        callback: () => work(),
      }),
    );
    generation = await buildTestGeneration([database, plugin], { options: { database: { url, ...LIMITS } } });
    site = generation.services.get('spec', Database);
    for (const option_name of ['one', 'two'])
      await site.db.insertInto('options').values({ option_name, option_value: '' }).execute();
  });
  after(() => generation.dispose());

  /** How work is answered that a client asks for. */
  const answerTo = async (asked: () => Promise<unknown>) => {
    work = asked;
    const { status, json, headers } = await serve(generation, 'POST', '/sample/v1/work');
    return [status, json.code, headers['Retry-After']];
  };
  const set = (value: string) =>
    site.db.updateTable('options').set({ option_value: value }).where('option_name', '=', 'one').execute();
  const stored = async () => {
    const query = site.db.selectFrom('options').select('option_value').where('option_name', '=', 'one');
    return (await query.executeTakeFirstOrThrow()).option_value;
  };
  /** How many statements sleep on the server. */
  const sleeping = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where state = 'active' and query like 'select pg_sleep(20)%'`.execute(site.db);
    return rows[0]!.count;
  };
  /** Holds the row in a transaction while other work is done. */
  const whileHeld = async <T>(other: () => Promise<T>): Promise<T> => {
    const [held, over] = [deferred<void>(), deferred<void>()];
    const holding = site.transaction(async () => {
      await set('held');
      held.resolve();
      await over.promise;
      await set('still held');
    });
    await held.promise;
    try {
      return await other();
    } finally {
      over.resolve();
      await holding;
    }
  };

  it('end a statement that takes too long, at the server too, and answer with 503 and a time to wait', async () => {
    expect(await answerTo(() => SLEEP.execute(site.db))).to.eql([503, 'rest_database_slow', '5']);
    expect(await sleeping()).to.equal(0);
  });

  it('end a transaction with it', async () => {
    const asked = () =>
      site.transaction(async () => {
        await set('not stored');
        await SLEEP.execute(site.db);
      });
    expect(await answerTo(asked)).to.eql([503, 'rest_database_slow', '5']);
    expect(await sleeping()).to.equal(0);
    expect(await stored()).not.to.equal('not stored');
  });

  it('end a transaction that does nothing, of which nothing is stored', async () => {
    const asked = () =>
      site.transaction(async () => {
        await set('not stored');
        await new Promise((resolve) => setTimeout(resolve, 2 * LIMITS.idleTimeout));
        await set('not stored either');
      });
    expect(await answerTo(asked)).to.eql([503, 'rest_database_slow', '5']);
    expect(await stored()).not.to.match(/not stored/);
  });

  it('give up a lock that others hold, in a transaction before they give up the statement', async () => {
    const inTransaction = () => whileHeld(() => answerTo(() => site.transaction(() => set('waited in vain'))));
    expect(await inTransaction()).to.eql([503, 'rest_database_busy', '1']);
    expect(await stored()).to.equal('still held');
  });

  it('give up a connection that others hold', async () => {
    const over = deferred<void>();
    const hold = () => site.db.connection().execute(() => over.promise);
    const holding = Array.from({ length: LIMITS.poolSize }, hold);
    try {
      expect(await answerTo(stored)).to.eql([503, 'rest_database_busy', '1']);
    } finally {
      over.resolve();
      await Promise.all(holding);
    }
    expect(await stored()).to.equal('still held');
  });

  it('let long work of our own be: steps of migrations, imports, and the upkeep of tables', async () => {
    const long = sql`select pg_sleep(0.45)`;
    const step = { name: '0001', up: async (db: Database['db']) => void (await long.execute(db)) };
    await Promise.all([
      site.migrate('spec', [step]),
      site.bulk(async () => long.execute(site.db)),
      site.bulk(() => site.transaction(() => long.execute(site.db))),
    ]);
    await sql`create table wp_tappet_slow as select pg_sleep(0.45)::text as x`.execute(site.db);
    expect(await answerTo(() => SLEEP.execute(site.db))).to.eql([503, 'rest_database_slow', '5']);
  });

  it('let others go on when a process is stopped in the midst of a transaction', async () => {
    const script = fileURLToPath(new URL('stopped-writer.ts', import.meta.url));
    const child = spawn(
      process.execPath,
      ['--import=tsx', script, JSON.stringify({ url, ...LIMITS, idleTimeout: 1000 })],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    try {
      const [said] = await once(child.stdout, 'data');
      expect(`${said}`).to.match(/^holds \d+/);
      child.kill('SIGSTOP');
      const began = performance.now();
      expect(await answerTo(() => site.transaction(() => set('too early')))).to.eql([503, 'rest_database_busy', '1']);
      while ((await answerTo(() => site.transaction(() => set('later'))))[0] === 503);
      expect(performance.now() - began).to.be.lessThan(4000);
      expect(await stored()).to.equal('later');
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('give up a server that does not answer at all, and go on once it does', async () => {
    const address = new URL(url);
    const way = new Way({ host: address.hostname, port: Number(address.port || 5432) });
    await way.open();
    address.port = String(way.port);
    const behind = await buildTestGeneration([database], { options: { database: { url: address.href, ...LIMITS } } });
    try {
      const { db, transaction } = behind.services.get('spec', Database);
      const read = () => db.selectFrom('options').select('option_value').execute();
      await read();
      way.hold();
      const began = performance.now();
      const asked = [...Array.from({ length: 4 }, read), ...Array.from({ length: 4 }, () => transaction(read))];
      const outcomes = await Promise.allSettled(asked);
      expect(performance.now() - began).to.be.lessThan(6000);
      const statuses = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.status);
      expect(new Set(statuses)).to.eql(new Set([503]));
      await way.close();
      await way.open();
      expect(await transaction(read)).not.to.eql([]);
    } finally {
      await way.close();
      await behind.dispose();
    }
  });
});
