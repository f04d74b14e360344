import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { type CompiledQuery, Kysely, sql } from 'kysely';
import pg from 'pg';
import { deferred } from '../../../core/base/index.ts';
import type { Generation } from '../../../core/generation.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import { openMysql } from '../../../plugins/database/mysql/index.ts';
import { PreparedStatements, type StatementRunner } from '../../../plugins/database/prepared-statement.ts';
import type { Tables } from '../../../plugins/database/tables.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { describeOnMysql, describeOnPostgres, runOnServer } from '../../support/on-databases.ts';

/** Does other work while a piece of work is in its midst. */
async function during<T>(begin: (midst: () => Promise<void>) => Promise<unknown>, other: () => Promise<T>): Promise<T> {
  const [begun, over] = [deferred<void>(), deferred<void>()];
  const working = begin(() => {
    begun.resolve();
    return over.promise;
  });
  await Promise.race([begun.promise, working]);
  try {
    return await other();
  } finally {
    over.resolve();
    await working;
  }
}

/** Whether work is done within a moment; it is over before the answer is given. */
async function waits(work: Promise<unknown>): Promise<boolean> {
  const moment = new Promise<boolean>((resolve) => setTimeout(resolve, 150, true));
  return Promise.race([moment, work.then(() => false)]);
}

describeOnPostgres('the locks of a database', (freshDatabase) => {
  const generations: Generation[] = [];
  let site: Database;
  let others: Database[];
  let earlier: pg.Client;

  const siteAt = async (url: string, prefix = 'wp_') => {
    const generation = await buildTestGeneration([database], { options: { database: { url, prefix } } });
    generations.push(generation);
    return generation.services.get('spec', Database);
  };
  const enter = ({ transaction, lock }: Database) => transaction(() => lock('spec'));
  const whileLocked = <T>(other: () => Promise<T>) =>
    during(
      (midst) =>
        site.transaction(async () => {
          await site.lock('spec');
          await midst();
        }),
      other,
    );
  /** Whether a host of a version before gets a lock at once. */
  const isFreeBefore = async (name: string) => {
    const { rows } = await earlier.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as got', [name]);
    return rows[0].got;
  };

  before(async () => {
    const url = await freshDatabase();
    site = await siteAt(url);
    others = [await siteAt(url, 'other_'), await siteAt(await freshDatabase())];
    earlier = new pg.Client({ connectionString: url });
    await earlier.connect();
  });
  after(() => Promise.all([earlier.end(), ...generations.map((generation) => generation.dispose())]));

  it('keep transactions of the site out, and none of another schema or prefix', async () => {
    let waiting: Promise<void> | undefined;
    await whileLocked(async () => {
      await Promise.all(others.map(enter));
      waiting = enter(site);
      expect(await waits(waiting)).to.equal(true);
    });
    await waiting;
  });

  it('are taken once in a transaction, and again where what took them was undone', async () => {
    const { statements, transaction, savepoint, lock } = site;
    const undone = async () => {
      await lock('spec');
      throw new Error('undone');
    };
    let waiting: Promise<void> | undefined;
    await during(
      (midst) =>
        transaction(async () => {
          const before = statements.count;
          await Promise.all([lock('other'), lock('other')]);
          await lock('other');
          expect(statements.count - before).to.equal(1);
          expect(await savepoint(undone).catch((error: Error) => error.message)).to.equal('undone');
          await lock('spec');
          await midst();
        }),
      async () => {
        waiting = enter(site);
        expect(await waits(waiting)).to.equal(true);
      },
    );
    await waiting;
  });

  it('let migrations of other sites go on', async () => {
    const migrate = (one: Database, up: () => Promise<void>) => one.migrate('spec', [{ name: '0001', up }]);
    let steps = 0;
    await during(
      (midst) => migrate(site, midst),
      () => Promise.all(others.map((other) => migrate(other, async () => void steps++))),
    );
    expect(steps).to.equal(2);
  });

  it('keep hosts of versions before out, and wait for them', async () => {
    expect(await whileLocked(() => isFreeBefore('wp_spec'))).to.equal(false);
    expect(await isFreeBefore('wp_spec')).to.equal(true);
    const waiting = enter(site);
    expect(await waits(waiting)).to.equal(true);
    await earlier.query('select pg_advisory_unlock_all()');
    await waiting;
  });

  it('keep migrations of versions before out', async () => {
    const found: boolean[] = [];
    const up = async () => void found.push(await isFreeBefore('tappet migrations'));
    await site.migrate('spec', [{ name: '0002', up }]);
    expect(found).to.eql([false]);
  });
});

describeOnMysql('the locks of a database', (freshDatabase) => {
  // The last two begin with the same twenty letters.
  const long = `tappet_spec_of_locks_${process.pid}`;
  const names = [`tappet_${process.pid}`, `${long}_one`, `${long}_two`] as const;
  let address: string;
  const connections: Database['db'][] = [];

  before(async () => {
    address = await freshDatabase();
    await runOnServer(address, ...names.map((name) => `create database ${name}`));
  });
  after(async () => {
    await Promise.all(connections.map((db) => db.destroy()));
    await runOnServer(address.replace(/[^/]*$/, 'mysql'), ...names.map((name) => `drop database ${name}`));
  });

  /** The locks of a database, on a pool of its own. */
  const locksOf = (name: string) => {
    const backend = openMysql(new URL(`/${name}`, address).href, 3);
    const db = new Kysely<Tables>({
      dialect: {
        createAdapter: () => backend.createAdapter(),
        createDriver: () => backend.driver,
        createIntrospector: (kysely) => backend.createIntrospector(kysely),
        createQueryCompiler: () => backend.createQueryCompiler('wp_'),
      },
    });
    connections.push(db);
    const hold = <T>(name: string, other: () => Promise<T>, options = {}) =>
      during(
        (midst) =>
          db.transaction().execute(async (transaction) => {
            const rows = async (query: CompiledQuery, parameters: readonly unknown[]) =>
              (await transaction.executeQuery({ ...query, parameters })).rows;
            const statements = new PreparedStatements(transaction, { rows, run: rows } as StatementRunner);
            await backend.lock((...statement) => statements.prepare(...statement), name, options);
            await midst();
          }),
        other,
      );
    /** Whether the lock is free that hosts of versions before take. */
    const isFreeBefore = async (name: string) => {
      const key = createHash('sha256').update(name).digest('hex').slice(0, 40);
      const asking = sql<{ free: number }>`select is_free_lock(concat(left(database(), 20), ${key})) as free`;
      return (await asking.execute(db)).rows[0]!.free;
    };
    return { hold, isFreeBefore, enter: (name: string) => hold(name, async () => undefined) };
  };

  it('keep transactions of the site out, and none of another database or prefix', async () => {
    const [one, two] = [locksOf(names[1]), locksOf(names[2])];
    let waiting: Promise<unknown> | undefined;
    await one.hold('wp_spec', async () => {
      await Promise.all([two.enter('wp_spec'), one.enter('other_spec')]);
      waiting = one.enter('wp_spec');
      expect(await waits(waiting)).to.equal(true);
    });
    await waiting;
  });

  it('are those of versions before where the name of the database is short, and in migrations always', async () => {
    const [short, long] = [locksOf(names[0]), locksOf(names[1])];
    expect(await short.hold('wp_spec', () => short.isFreeBefore('wp_spec'))).to.equal(0);
    for (const { hold, isFreeBefore } of [short, long]) {
      const former = 'tappet migrations';
      expect(await hold(`wp_${former}`, () => isFreeBefore(former), { former })).to.equal(0);
      expect(await isFreeBefore(former)).to.equal(1);
    }
  });
});
