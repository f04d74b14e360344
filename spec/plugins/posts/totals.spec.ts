import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect } from 'chai';
import { openPostSite, type PostSite } from './post-site.ts';

describe('the total of a list', () => {
  let site: PostSite;
  let folder: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-totals-'));
    site = await openPostSite({ url: `sqlite:${join(folder, 'site.db')}` });
    for (let n = 0; n < 3; n++) await site.posts.insert({ title: `Post ${n}`, status: 'publish' });
  });
  afterEach(async () => {
    await site.close();
    rmSync(folder, { recursive: true });
  });

  const total = async (perPage = 1) => (await site.posts.query({ types: ['post'], perPage })).total;
  const statements = async (work: () => Promise<unknown>) => {
    const before = site.database.statements.count;
    await work();
    return site.database.statements.count - before;
  };

  it('is counted once as long as nobody writes, whatever part of the list is asked for', async () => {
    const first = await statements(() => total(1));
    expect(await statements(() => total(2))).to.equal(first - 1);
    expect(await total(1)).to.equal(3);
  });

  it('follows what this process writes', async () => {
    expect(await total()).to.equal(3);
    const { id } = await site.posts.insert({ title: 'One more', status: 'publish' });
    expect(await total()).to.equal(4);
    await site.posts.trash(id);
    expect(await total()).to.equal(3);
    await site.database.db.updateTable('posts').set({ post_status: 'draft' }).execute();
    expect(await total()).to.equal(0);
  });

  it('follows what another process writes', async () => {
    expect(await total()).to.equal(3);
    const other = new Sqlite(join(folder, 'site.db'));
    other.exec('delete from wp_posts where ID = (select max(ID) from wp_posts)');
    other.close();
    expect(await total()).to.equal(2);
  });

  it('is that of the transaction in one, and as before once that is rolled back', async () => {
    expect(await total()).to.equal(3);
    const undone = site.database.transaction(async () => {
      await site.database.db.deleteFrom('posts').execute();
      expect(await total()).to.equal(0);
      throw new Error('undo');
    });
    const meanwhile = total();
    await undone.catch(() => undefined);
    expect(await meanwhile).to.equal(3);
    expect(await total()).to.equal(3);
  });

  it('differs by what is asked for', async () => {
    await site.posts.insert({ title: 'A draft', status: 'draft' });
    const of = async (statuses: string[]) => (await site.posts.query({ types: ['post'], statuses, perPage: 1 })).total;
    for (let turn = 0; turn < 2; turn++) {
      expect(await of(['publish'])).to.equal(3);
      expect(await of(['publish', 'draft'])).to.equal(4);
    }
  });
});
