import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Sqlite } from '../../../plugins/database/sqlite-driver.ts';
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

  it('is counted once as long as nothing is written, whatever part of the list is requested', async () => {
    // Once rows are cached, a part takes one statement, and another one for the total.
    await site.posts.byIds([...Array(100).keys()]);
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

  it('lets items of terms be found along their order, where that is shorter: the same ones', async () => {
    const [one, other] = [await site.terms.create('category', 'One'), await site.terms.create('category', 'Other')];
    for (let n = 0; n < 40; n++) {
      await site.posts.insert({
        title: `Item ${n}`,
        status: n % 7 === 0 ? 'draft' : 'publish',
        date: `2020-01-${10 + ((n * 5) % 9)} 00:00:00`,
        categories: [n % 4 === 0 ? other.id : one.id],
      });
    }
    const ask = (page: number, terms: number[], order: 'asc' | 'desc') =>
      site.posts.query({
        types: ['post'],
        terms: [{ taxonomy: 'category', terms, operator: 'IN' }],
        perPage: 4,
        page,
        order,
      });
    for (const terms of [[one.id], [other.id], [one.id, other.id]]) {
      for (const order of ['asc', 'desc'] as const) {
        const pages = [1, 2, 3, 5, 9];
        const gathered = [];
        for (const page of pages) {
          // After a write nothing is cached, so the items are read anew.
          site.database.tracker.changed(['posts']);
          gathered.push(await ask(page, terms, order));
        }
        await ask(1, terms, order);
        const walked = await Promise.all(pages.map((page) => ask(page, terms, order)));
        expect(walked.map(({ ids, total }) => [ids, total])).to.eql(gathered.map(({ ids, total }) => [ids, total]));
      }
    }
  });

  it('lets parts near the end be read from there: the same items in the same order', async () => {
    for (let n = 0; n < 20; n++) {
      const day = 10 + ((n * 3) % 5);
      await site.posts.insert({ title: `T${n % 4}`, status: 'publish', date: `2020-01-${day} 00:00:00` });
    }
    for (const orderBy of ['date', 'id', 'modified', 'title', 'slug', 'author'] as const) {
      for (const order of ['asc', 'desc'] as const) {
        const { ids: all } = await site.posts.query({ types: ['post'], perPage: -1, orderBy, order });
        for (const perPage of [3, 7]) {
          for (let offset = 0; offset < 26; offset++) {
            const { ids, total } = await site.posts.query({ types: ['post'], perPage, offset, orderBy, order });
            expect(ids).to.eql(all.slice(offset, offset + perPage));
            if (ids.length > 0) expect(total).to.equal(23);
          }
        }
      }
    }
  });

  it('leads to pages far behind in lists of several statuses: the items that a walk to them finds', async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => ({
      post_title: `T${at}`,
      post_status: ['publish', 'draft', 'private'][at % 3]!,
      post_date: `201${at % 7}-0${1 + (at % 9)}-01 00:00:00`,
    }));
    for (let at = 0; at < rows.length; at += 100)
      await site.database.db
        .insertInto('posts')
        .values(rows.slice(at, at + 100).map((row) => ({ ...row, post_content: '', post_excerpt: '' })))
        .execute();
    for (const order of ['asc', 'desc'] as const) {
      const list = { types: ['post', 'page'], statuses: ['publish', 'draft', 'private'], order };
      const { ids: all } = await site.posts.query({ ...list, perPage: -1 });
      for (const offset of [1000, 1111, 1198, 1203, 9000]) {
        const { ids, total } = await site.posts.query({ ...list, offset, perPage: 10 });
        expect(ids).to.eql(all.slice(offset, offset + 10));
        expect(total).to.equal(1203);
      }
    }
  });

  it('differs by the conditions of the list', async () => {
    await site.posts.insert({ title: 'A draft', status: 'draft' });
    const of = async (statuses: string[]) => (await site.posts.query({ types: ['post'], statuses, perPage: 1 })).total;
    for (let turn = 0; turn < 2; turn++) {
      expect(await of(['publish'])).to.equal(3);
      expect(await of(['publish', 'draft'])).to.equal(4);
    }
  });
});
