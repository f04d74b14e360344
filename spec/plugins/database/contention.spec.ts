import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database as Connection } from 'better-sqlite3';
import { expect } from 'chai';
import { sql } from 'kysely';
import { type Deferred, deferred } from '../../../core/base/index.ts';
import type { Generation } from '../../../core/generation.ts';
import { isRestError } from '../../../core/index.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import { retried } from '../../../plugins/database/retried.ts';
import { Sqlite } from '../../../plugins/database/sqlite-driver.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { describeOnDatabases, describeOnMysql } from '../../support/on-databases.ts';
import { samplePlugin, serve } from '../../support/serve.ts';

/** The error that a promise rejects with. */
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail('it has not failed'),
    (error: unknown) => error,
  );

describe('work that others are in the way of', () => {
  const conflict = new Error('a deadlock');
  const busy = new Error('a lock');
  const driver = {
    trouble: (error: unknown) => (error === conflict ? 'conflict' : error === busy ? 'busy' : undefined),
  } as const;
  const failing = (...failures: Error[]) => {
    let attempts = 0;
    const run = async () => {
      const failure = failures[attempts++];
      if (failure !== undefined) throw failure;
      return attempts;
    };
    return retried(run, driver);
  };

  it('is run again after a conflict, a few times', async () => {
    expect(await failing(conflict, conflict, conflict)).to.equal(4);
  });

  it('is given up with status 503 after that, and where the system has waited for others in vain', async () => {
    for (const failures of [Array(20).fill(conflict), [busy]]) {
      const error = await failureOf(failing(...failures));
      expect(isRestError(error) && [error.code, error.status, error.headers, error.cause]).to.eql([
        'rest_database_busy',
        503,
        { 'Retry-After': '1' },
        failures[0],
      ]);
    }
  });

  it('fails with any other error at once', async () => {
    const other = new Error('a disk');
    expect(await failureOf(failing(conflict, other))).to.equal(other);
  });
});

describeOnDatabases('work at the end of a transaction', (freshDatabase) => {
  let generation: Generation;
  let site: Database;

  before(async () => {
    generation = await buildTestGeneration([database], { options: { database: { url: await freshDatabase() } } });
    site = generation.services.get('spec', Database);
  });
  after(() => generation.dispose());

  /** A function of `beforeCommit` that records its values, and what the transaction has stored by then. */
  const recorder = () => {
    const calls: { values: readonly number[]; stored: number }[] = [];
    const gather = site.beforeCommit(async (values: readonly number[]) => {
      const rows = await site.db.selectFrom('postmeta').select('meta_id').execute();
      calls.push({ values, stored: rows.length });
      if (values.includes(3)) await gather([4]);
    });
    return { calls, gather };
  };
  const write = () => site.insert('postmeta', { post_id: 1, meta_key: 'a', meta_value: 'b' });

  it('is done once with all values, each once, after all else, and again for those that come of it', async () => {
    const { calls, gather } = recorder();
    await site.transaction(async () => {
      await gather([1, 2]);
      await site.transaction(() => gather([2, 3]));
      await write();
    });
    expect(calls).to.eql([
      { values: [1, 2, 3], stored: 1 },
      { values: [4], stored: 1 },
    ]);
  });

  it('is not done where the transaction fails, and makes it fail', async () => {
    const { calls, gather } = recorder();
    await failureOf(
      site.transaction(async () => {
        await gather([1]);
        throw new Error('no');
      }),
    );
    expect(calls).to.eql([]);
    const fail = site.beforeCommit(() => Promise.reject(new Error('not so')));
    const work = async () => {
      await write();
      await fail([1]);
    };
    expect(await failureOf(site.transaction(work))).to.have.property('message', 'not so');
    expect(await site.db.selectFrom('postmeta').select('meta_id').execute()).to.have.length(1);
  });

  it('is done at once where none is open', async () => {
    const { calls, gather } = recorder();
    await gather([7]);
    expect(calls).to.eql([{ values: [7], stored: 1 }]);
  });
});

/** The codes of failures on PostgreSQL, and on MariaDB. */
const FAILURES = { serialization: ['40001', 1020], deadlock: ['40P01', 1213], other: ['22012', 1365] } as const;

describeOnDatabases('transactions of several connections', (freshDatabase) => {
  let generation: Generation;
  let site: Database;
  let work: () => Promise<unknown>;

  before(async function () {
    const url = await freshDatabase();
    // One connection has no deadlocks.
    if (url.startsWith('sqlite')) this.skip();
    const plugin = samplePlugin((server) =>
      server.registerRoute('sample/v1', '/work', {
        methods: 'POST',
        permission_callback: () => true,
        callback: () => work(),
      }),
    );
    generation = await buildTestGeneration([database, plugin], { options: { database: { url } } });
    site = generation.services.get('spec', Database);
    for (const option_name of ['one', 'two'])
      await site.db.insertInto('options').values({ option_name, option_value: '' }).execute();
  });
  after(() => generation?.dispose());

  const set = (name: string, option_value: string) =>
    site.db.updateTable('options').set({ option_value }).where('option_name', '=', name).execute();
  const values = async () => {
    const rows = await site.db.selectFrom('options').select('option_value').orderBy('option_name').execute();
    return rows.map((row) => row.option_value);
  };
  /** Has the server fail: `serialization` or `deadlock` because of others, and `other`. */
  const raise = (failure: keyof typeof FAILURES) => {
    const [postgres, mysql] = FAILURES[failure];
    const statement =
      site.dialect === 'postgres'
        ? `do $$ begin raise exception using errcode = '${postgres}'; end $$`
        : `signal sqlstate '45000' set mysql_errno = ${mysql}`;
    return sql.raw(statement).execute(site.db);
  };

  it('that wait for each other both end well, each with the callbacks of its last attempt alone', async () => {
    const [first, second] = [deferred<void>(), deferred<void>()];
    const told: string[] = [];
    let attempts = 0;
    const both = (mine: Deferred<void>, other: Deferred<void>, names: string[], text: string) =>
      site.transaction(async () => {
        attempts++;
        site.afterCommit(() => void told.push(`${text} committed`));
        site.afterRollback(() => void told.push('undone'));
        await set(names[0]!, text);
        mine.resolve();
        await other.promise;
        await set(names[1]!, text);
      });
    await Promise.all([both(first, second, ['one', 'two'], 'a'), both(second, first, ['two', 'one'], 'b')]);
    // What is tried again may be in the way of the other once more.
    expect(attempts).to.be.at.least(3);
    const undone = Array.from({ length: attempts - 2 }, () => 'undone');
    expect(told.sort()).to.eql(['a committed', 'b committed', ...undone]);
    expect(new Set(await values()).size).to.equal(1);
  });

  it('are answered with 503 and a time to wait when they fail each time', async () => {
    let attempts = 0;
    work = () =>
      site.transaction(async () => {
        attempts++;
        await raise('serialization');
      });
    const { status, headers, json } = await serve(generation, 'POST', '/sample/v1/work');
    expect([status, headers['Retry-After']]).to.eql([503, '1']);
    expect(json).to.eql({
      code: 'rest_database_busy',
      message: 'The database is busy. Nothing was changed; try again.',
      data: { status: 503 },
    });
    expect(attempts).to.be.above(2);
  });

  it('are not needed for that: a statement by itself is answered so, too', async () => {
    work = () => raise('deadlock');
    expect((await serve(generation, 'POST', '/sample/v1/work')).status).to.equal(503);
    work = () => raise('other');
    expect((await serve(generation, 'POST', '/sample/v1/work')).status).to.equal(500);
  });

  it('are run once where the work says so, its own or that of a transaction that joined', async () => {
    for (const isOuter of [true, false]) {
      let attempts = 0;
      const failing = site.transaction(
        () =>
          site.transaction(
            async () => {
              attempts++;
              await raise('deadlock');
            },
            { isRepeatable: isOuter },
          ),
        { isRepeatable: !isOuter },
      );
      expect(await failureOf(failing)).to.have.property('status', 503);
      expect(attempts).to.equal(1);
    }
  });

  it('are run again when code has caught the error of the conflict', async () => {
    let attempts = 0;
    await site.transaction(async () => {
      if (++attempts === 1) await raise('deadlock').catch(() => undefined);
      await set('one', `attempt ${attempts}`);
    });
    expect((await values())[0]).to.equal('attempt 2');
  });

  it('fail on PostgreSQL with the error of a statement that code has caught, for nothing of them is stored', async function () {
    if (site.dialect !== 'postgres') this.skip();
    const before = await values();
    const caught = site.transaction(async () => {
      await set('one', 'lost');
      await sql
        .raw('select nothing from nowhere')
        .execute(site.db)
        .catch(() => undefined);
    });
    expect(await failureOf(caught))
      .to.have.property('message')
      .that.matches(/nowhere/);
    const later = site.transaction(async () => {
      await sql
        .raw('select nothing from nowhere')
        .execute(site.db)
        .catch(() => undefined);
      await set('one', 'lost');
    });
    expect(await failureOf(later))
      .to.have.property('message')
      .that.matches(/nowhere/);
    expect(await values()).to.eql(before);
  });
});

describeOnMysql('a transaction with a statement that failed', (freshDatabase) => {
  it('goes on where code has caught the error, without what that statement did', async () => {
    const generation = await buildTestGeneration([database], { options: { database: { url: await freshDatabase() } } });
    const site = generation.services.get('spec', Database);
    const row = (meta_id: number) => ({ meta_id, post_id: 1, meta_key: 'a', meta_value: 'b' });
    await site.transaction(async () => {
      await site.insertAll('postmeta', [row(1)]);
      await failureOf(site.insertAll('postmeta', [row(2), row(1)]));
      await site.insertAll('postmeta', [row(3)]);
    });
    const rows = await site.db.selectFrom('postmeta').select('meta_id').orderBy('meta_id').execute();
    expect(rows.map(({ meta_id }) => meta_id)).to.eql([1, 3]);
    await generation.dispose();
  });
});

describe('an SQLite file that another process writes', () => {
  let folder: string;
  let generation: Generation;
  let site: Database;
  let other: Connection;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-busy-'));
    const file = join(folder, 'site.db');
    generation = await buildTestGeneration([database], { options: { database: { url: `sqlite:${file}` } } });
    site = generation.services.get('spec', Database);
    other = new Sqlite(file);
  });
  after(async () => {
    other.close();
    await generation.dispose();
    rmSync(folder, { recursive: true });
  });

  it('is waited for by transactions, while this process goes on reading', async () => {
    other.exec('begin immediate');
    let isDone = false;
    const write = site
      .transaction(() => site.insert('postmeta', { post_id: 1, meta_key: 'a', meta_value: 'b' }))
      .then(() => {
        isDone = true;
      });
    for (let at = 0; at < 20; at++) {
      expect(await site.db.selectFrom('postmeta').select('meta_id').execute()).to.eql([]);
      await new Promise(setImmediate);
    }
    expect(isDone).to.equal(false);
    other.exec('commit');
    await write;
    expect(await site.db.selectFrom('postmeta').select('meta_id').execute()).to.have.length(1);
  });

  it('is told of with status 503 once that has been long enough', async () => {
    other.exec('begin immediate');
    try {
      const write = site.transaction(() => site.insert('postmeta', { post_id: 2, meta_key: 'a', meta_value: 'b' }));
      expect(await failureOf(write)).to.include({ code: 'rest_database_busy', status: 503 });
    } finally {
      other.exec('rollback');
    }
    expect(await site.db.selectFrom('postmeta').select('meta_id').execute()).to.have.length(1);
  });
});
