import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { silentLogger } from '../../../core/base/index.ts';
import { ChangeTracker } from '../../../core/cache/index.ts';
import { Caches } from '../../../core/index.ts';
import { type OpenDatabase, openDatabase } from '../../../plugins/database/open.ts';
import { openSqlite } from '../../../plugins/database/sqlite.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** The part of a plugin's host that opening a database needs. */
const host = { log: silentLogger, caches: new Caches() };

describe('a transaction on an SQLite file', () => {
  let folder: string;
  let open: OpenDatabase;
  let backend: ReturnType<typeof openSqlite>;
  /** The calls of `sync` so far, each with a function that ends it. */
  let ways: { readonly log: number; arrive(): void; fail(error: Error): void }[];
  /** Whether calls of `sync` end at once. */
  let isQuick: boolean;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-spec-'));
    await openFile(join(folder, 'site.db'));
  });
  afterEach(async () => {
    for (const { arrive } of ways) arrive();
    await close();
    rmSync(folder, { recursive: true });
  });

  async function openFile(file: string): Promise<void> {
    ways = [];
    isQuick = true;
    backend = openSqlite(
      file,
      (log) => new Promise((arrive, fail) => (isQuick ? arrive() : void ways.push({ log, arrive, fail }))),
    );
    open = await openDatabase({ backend, tracker: new ChangeTracker() }, 'wp_', host, { searchIndex: false });
    isQuick = false;
  }

  async function close(): Promise<void> {
    await open.close();
    await backend.driver.destroy();
  }

  /** Stores an item; answers whether the write has been acknowledged. */
  function write(title: string) {
    const state = { isAcknowledged: false, failure: undefined as Error | undefined };
    const { database } = open;
    void database
      .transaction(() => database.insert('posts', { post_title: title }))
      .then(
        () => {
          state.isAcknowledged = true;
        },
        (error) => {
          state.failure = error;
        },
      );
    return state;
  }

  const titles = async () =>
    (await open.database.db.selectFrom('posts').select('post_title').orderBy('ID').execute()).map(
      (row) => row.post_title,
    );

  /** Waits until `sync` has been called. */
  async function begun(count: number): Promise<void> {
    while (ways.length < count) await turn();
  }

  it('is acknowledged once its log is on disk, and not before', async () => {
    const first = write('One');
    await begun(1);
    await turn();
    expect(first.isAcknowledged).to.equal(false);
    ways[0]!.arrive();
    await turn();
    expect(first.isAcknowledged).to.equal(true);
  });

  it('goes to the disk together with those of the same turn', async () => {
    const writes = ['One', 'Two', 'Three'].map(write);
    await begun(1);
    expect(await titles()).to.eql(['One', 'Two', 'Three']);
    ways[0]!.arrive();
    await turn();
    expect(writes.map(({ isAcknowledged }) => isAcknowledged)).to.eql([true, true, true]);
    expect(ways).to.have.lengthOf(1);
  });

  it('waits for a way of its own when it is committed while others are on theirs', async () => {
    const first = write('One');
    await begun(1);
    const [second, third] = [write('Two'), write('Three')];
    await titles();
    ways[0]!.arrive();
    await begun(2);
    await turn();
    expect([first, second, third].map(({ isAcknowledged }) => isAcknowledged)).to.eql([true, false, false]);
    ways[1]!.arrive();
    await turn();
    expect([second, third].map(({ isAcknowledged }) => isAcknowledged)).to.eql([true, true]);
  });

  it('is undone alone when its work fails', async () => {
    const { database } = open;
    const first = write('One');
    const failed = database.transaction(async () => {
      await database.insert('posts', { post_title: 'Two' });
      throw new Error('changed my mind');
    });
    const third = write('Three');
    expect(await failed.catch((error: Error) => error.message)).to.equal('changed my mind');
    await begun(1);
    ways[0]!.arrive();
    await turn();
    expect([first.isAcknowledged, third.isAcknowledged]).to.eql([true, true]);
    expect(await titles()).to.eql(['One', 'Three']);
  });

  it('waits for the disk also when it is a single statement', async () => {
    let isDone = false;
    const done = open.database.db
      .updateTable('options')
      .set({ option_value: 'x' })
      .execute()
      .then(() => {
        isDone = true;
      });
    await begun(1);
    expect(isDone).to.equal(false);
    ways[0]!.arrive();
    await done;
  });

  it('does not wait when it has written nothing', async () => {
    expect(await open.database.transaction(titles)).to.eql([]);
    expect(ways).to.eql([]);
  });

  it('is refused when the disk fails, and so is every write after it until the file is opened anew', async () => {
    const [first, second] = [write('One'), write('Two')];
    await begun(1);
    ways[0]!.fail(new Error('EIO'));
    await turn();
    for (const { isAcknowledged, failure } of [first, second]) {
      expect(isAcknowledged).to.equal(false);
      expect((failure!.cause as Error).message).to.match(/may not have reached the disk/);
    }
    const third = write('Three');
    await turn();
    expect((third.failure!.cause as Error).message).to.match(/may not have reached the disk/);
    const { db } = open.database;
    const single = db.insertInto('posts').values({ post_title: 'Three' } as never);
    expect(await single.execute().catch(({ cause }) => cause.message)).to.match(/may not have reached the disk/);
    expect(await titles()).to.not.include('Three');
    await close();
    await openFile(join(folder, 'site.db'));
    const again = write('Four');
    await begun(1);
    ways[0]!.arrive();
    await turn();
    expect(again.isAcknowledged).to.equal(true);
  });

  it('brings the log of the file itself to the disk when a link names it', async function () {
    if (process.platform !== 'linux') this.skip();
    await close();
    symlinkSync(join(folder, 'site.db'), join(folder, 'link.db'));
    await openFile(join(folder, 'link.db'));
    write('One');
    await begun(1);
    expect(await readlink(`/proc/self/fd/${ways[0]!.log}`)).to.equal(join(folder, 'site.db-wal'));
  });

  describe('and what answers are made of', () => {
    /** Whether an answer that is begun and made now may be cached. */
    const mayKeep = () => {
      const { tracker } = open.database;
      const window = tracker.begin();
      tracker.dependency('posts').read();
      return tracker.end(window) !== undefined;
    };

    it('is known as soon as others see it, before it is on disk', async () => {
      const { version } = open.database.tracker.dependency('posts');
      const state = write('One');
      await begun(1);
      expect(state.isAcknowledged).to.equal(false);
      expect(open.database.tracker.dependency('posts').version).to.be.greaterThan(version);
      expect(mayKeep()).to.equal(true);
      ways[0]!.arrive();
      while (!state.isAcknowledged) await turn();
      expect(mayKeep()).to.equal(true);
    });

    it('is not visible before the callbacks have updated values in memory', async () => {
      const { database } = open;
      let meanwhile: boolean | undefined;
      const work = database.transaction(async () => {
        database.afterCommit(() => {
          meanwhile = mayKeep();
        });
        return database.insert('posts', { post_title: 'One' });
      });
      await begun(1);
      expect(mayKeep()).to.equal(false);
      ways[0]!.arrive();
      await work;
      expect([meanwhile, mayKeep()]).to.eql([false, true]);
    });

    it('is visible at once where the callbacks change no answers', async () => {
      const { database } = open;
      let isTidied = false;
      const work = database.transaction(async () => {
        const tidy = () => {
          isTidied = true;
        };
        database.afterCommit(tidy, { changesAnswers: false });
        return database.insert('posts', { post_title: 'One' });
      });
      await begun(1);
      expect([isTidied, mayKeep()]).to.eql([false, true]);
      ways[0]!.arrive();
      await work;
      expect(isTidied).to.equal(true);
    });

    it('counts as changed once more when the disk fails', async () => {
      const state = write('One');
      await begun(1);
      const { version } = open.database.tracker.dependency('posts');
      ways[0]!.fail(new Error('no disk'));
      while (state.failure === undefined) await turn();
      expect(open.database.tracker.dependency('posts').version).to.be.greaterThan(version);
      expect(mayKeep()).to.equal(true);
    });
  });
});
