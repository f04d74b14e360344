import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database as Connection } from 'better-sqlite3';
import { expect } from 'chai';
import { sql } from 'kysely';
import { deferred, silentLogger } from '../../../core/base/index.ts';
import { ChangeTracker } from '../../../core/cache/index.ts';
import { Caches } from '../../../core/index.ts';
import { type OpenDatabase, openDatabase } from '../../../plugins/database/open.ts';
import { openSqlite } from '../../../plugins/database/sqlite.ts';
import { Sqlite } from '../../../plugins/database/sqlite-driver.ts';
import { WriteGroup } from '../../../plugins/database/write-group.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** The part of a plugin's host that opening a database needs. */
const host = { log: silentLogger, caches: new Caches() };

describe('transactions of one turn on SQLite', () => {
  let folder: string;
  let file: string;
  let open: OpenDatabase;
  let backend: ReturnType<typeof openSqlite>;
  /** The rows that another process sees. */
  let other: Connection;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-spec-'));
    file = join(folder, 'site.db');
    backend = openSqlite(file, async () => undefined);
    open = await openDatabase({ backend, tracker: new ChangeTracker() }, 'wp_', host, { searchIndex: false });
    other = new Sqlite(file);
  });
  afterEach(async () => {
    other.close();
    await open.close();
    await backend.driver.destroy();
    rmSync(folder, { recursive: true });
  });

  const write = (title: string) =>
    open.database.transaction(() => open.database.insert('posts', { post_title: title }));
  const seen = () => other.prepare('select post_title from wp_posts order by ID').pluck().all();

  it('are committed together', async () => {
    const commits = () => Number(other.pragma('data_version', { simple: true }));
    const before = commits();
    const states: string[] = [];
    const writes = ['One', 'Two', 'Three'].map((title) => write(title).then(() => states.push(title)));
    await Promise.race(writes);
    expect(seen()).to.eql(['One', 'Two', 'Three']);
    await Promise.all(writes);
    expect(states).to.eql(['One', 'Two', 'Three']);
    expect(commits() - before).to.equal(1);
  });

  it('are each undone alone, however much they wrote', async () => {
    const { database } = open;
    const failed = database.transaction(async () => {
      for (let at = 0; at < 50; at++) await database.insert('posts', { post_content: 'x'.repeat(10_000) });
      throw new Error('changed my mind');
    });
    const [, outcome] = await Promise.all([write('One'), failed.catch((error: Error) => error.message), write('Two')]);
    expect(outcome).to.equal('changed my mind');
    expect(seen()).to.eql(['One', 'Two']);
  });

  it('wait for one of them that has something else to wait for', async () => {
    const { database } = open;
    let isFirstDone = false;
    const gate = deferred();
    const first = write('One').then(() => {
      isFirstDone = true;
    });
    const second = database.transaction(async () => {
      await gate.promise;
      await database.insert('posts', { post_title: 'Two' });
    });
    await turn();
    await turn();
    expect([isFirstDone, seen()]).to.eql([false, []]);
    gate.resolve();
    await Promise.all([first, second]);
    expect(seen()).to.eql(['One', 'Two']);
  });

  it('take single statements with them, which are acknowledged no sooner', async () => {
    const { db } = open.database;
    const [, seenByThen] = await Promise.all([
      write('One'),
      db
        .insertInto('posts')
        .values({ post_title: 'Two' } as never)
        .execute()
        .then(seen),
    ]);
    expect(seenByThen).to.eql(['One', 'Two']);
  });

  it('are committed before rows are streamed', async () => {
    await Promise.all([write('One'), write('Two')]);
    const written = write('Three');
    const streamed: string[] = [];
    for await (const { post_title } of open.database.db
      .selectFrom('posts')
      .select('post_title')
      .orderBy('ID')
      .stream()) {
      streamed.push(post_title);
      await turn();
    }
    await written;
    expect(streamed).to.eql(['One', 'Two', 'Three']);
    expect(seen()).to.eql(streamed);
  });

  it('stream rows of their own', async () => {
    const { db, transaction } = open.database;
    await transaction(async () => {
      await open.database.insert('posts', { post_title: 'One' });
      for await (const { post_title } of db.selectFrom('posts').select('post_title').orderBy('ID').stream()) {
        expect(post_title).to.equal('One');
        await turn();
      }
    });
    expect(seen()).to.eql(['One']);
  });

  it('leave temporary tables as they are', async () => {
    const { db } = open.database;
    await sql`create temp table mine (a integer)`.execute(db);
    await sql`insert into mine values (1)`.execute(db);
    await Promise.all([write('One'), write('Two')]);
    expect((await sql`select a from mine`.execute(db)).rows).to.eql([{ a: 1 }]);
  });

  it('are committed before the file is closed', async () => {
    const done = write('One');
    await new Promise((resolve) => process.nextTick(resolve));
    await Promise.all([done, backend.driver.destroy()]);
    expect(seen()).to.eql(['One']);
    backend = openSqlite(file, async () => undefined);
  });

  it('do not prevent closing the file when one never ends', async () => {
    const { database } = open;
    const gate = deferred();
    const stuck = database.transaction(async () => {
      await database.insert('posts', { post_title: 'One' });
      await gate.promise;
      await database.insert('posts', { post_title: 'Two' });
    });
    await turn();
    await backend.driver.destroy();
    gate.resolve();
    expect(await stuck.catch((error: Error) => error.message)).to.match(/not open/);
    expect(seen()).to.eql([]);
    backend = openSqlite(file, async () => undefined);
  });
});

describe('a group of transactions that SQLite cannot commit', () => {
  let raw: Connection;
  let group: WriteGroup;

  beforeEach(() => {
    raw = new Sqlite(':memory:');
    raw.exec('create table items (name text)');
    group = new WriteGroup(raw);
  });
  afterEach(() => raw.close());

  const names = () => raw.prepare('select name from items').pluck().all();
  const add = (name: string) => {
    group.begin();
    raw.prepare('insert into items values (?)').run(name);
    group.commit();
    return group.settled().then(
      () => 'committed',
      (error: Error) => error.message,
    );
  };

  it('is undone for all of them, and those after it are written', async () => {
    const outcomes = [add('One'), add('Two')];
    // What SQLite itself does where the disk is full.
    raw.exec('rollback');
    outcomes.push(add('Three'));
    const [one, two, three] = await Promise.all(outcomes);
    expect(one).to.match(/has undone what was written/);
    expect(two).to.equal(one);
    expect(three).to.equal('committed');
    expect(names()).to.eql(['Three']);
  });

  it('is undone when it is one of them that found it out', async () => {
    const first = add('One');
    group.begin();
    raw.exec('rollback');
    group.rollback();
    expect(await first).to.match(/has undone what was written/);
    expect(await add('Two')).to.equal('committed');
    expect(names()).to.eql(['Two']);
  });

  it('is refused to the one that ends it, when that comes after its turn', async () => {
    raw.pragma('foreign_keys = ON');
    raw.exec('create table parents (id integer primary key)');
    raw.exec('create table children (parent references parents deferrable initially deferred)');
    const first = add('One');
    group.begin();
    await turn();
    raw.exec('insert into children values (7)');
    expect(() => group.commit()).to.throw('FOREIGN KEY');
    group.rollback();
    expect(await first).to.match(/FOREIGN KEY/);
    expect(names()).to.eql([]);
    expect(await add('Two')).to.equal('committed');
  });
});
