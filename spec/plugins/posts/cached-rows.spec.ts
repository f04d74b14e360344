import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Sqlite } from '../../../plugins/database/sqlite-driver.ts';
import { PostStore } from '../../../plugins/posts/index.ts';
import { API, CachedSite } from '../response-cache/cached-site.ts';
import { openPostSite, type PostSite } from './post-site.ts';

describe('the rows of items', () => {
  let site: PostSite;
  let folder: string;
  let ids: number[];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-rows-'));
    site = await openPostSite({ url: `sqlite:${join(folder, 'site.db')}` });
    ids = [];
    for (let n = 0; n < 3; n++) {
      ids.push((await site.posts.insert({ title: `Post ${n}`, content: `Text ${n}`, status: 'publish' })).id);
    }
  });
  afterEach(async () => {
    await site.close();
    rmSync(folder, { recursive: true });
  });

  const titles = async () => [...(await site.posts.byIds(ids)).values()].map(({ title }) => title);
  const statements = async (work: () => Promise<unknown>) => {
    const before = site.database.statements.count;
    await work();
    return site.database.statements.count - before;
  };

  it('are read once as long as nothing is written, and each caller gets items of its own', async () => {
    const first = await site.posts.byIds(ids);
    expect(await statements(() => site.posts.byIds(ids))).to.equal(0);
    expect(await statements(() => site.posts.byId(ids[1]!))).to.equal(0);
    const again = await site.posts.byIds(ids);
    expect(again).to.deep.equal(first);
    Object.assign(again.get(ids[0]!)!, { title: 'Changed by a caller' });
    expect(await titles()).to.deep.equal(['Post 0', 'Post 1', 'Post 2']);
  });

  it('are read anew where one of them is not known, or no longer there', async () => {
    await site.posts.byId(ids[0]!);
    expect(await titles()).to.deep.equal(['Post 0', 'Post 1', 'Post 2']);
    await site.posts.delete(ids[1]!);
    expect(await titles()).to.deep.equal(['Post 0', 'Post 2']);
    expect(await site.posts.byId(ids[1]!)).to.equal(null);
  });

  it('follow what this process writes, and what another one does', async () => {
    await titles();
    await site.posts.update(ids[0]!, { title: 'Mine' });
    expect(await titles()).to.deep.equal(['Mine', 'Post 1', 'Post 2']);
    await site.database.db.updateTable('posts').set({ post_title: 'Ours' }).where('ID', '=', ids[1]!).execute();
    expect(await titles()).to.deep.equal(['Mine', 'Ours', 'Post 2']);
    const other = new Sqlite(join(folder, 'site.db'));
    other.exec(`update wp_posts set post_title = 'Theirs' where ID = ${ids[2]}`);
    other.close();
    expect(await titles()).to.deep.equal(['Mine', 'Ours', 'Theirs']);
  });

  it('are those of the transaction in one, and as before once that is rolled back', async () => {
    await titles();
    const undone = site.database.transaction(async () => {
      await site.database.db.updateTable('posts').set({ post_title: 'Undone' }).execute();
      expect(await titles()).to.deep.equal(['Undone', 'Undone', 'Undone']);
      throw new Error('undo');
    });
    const meanwhile = titles();
    await undone.catch(() => undefined);
    expect(await meanwhile).to.deep.equal(['Post 0', 'Post 1', 'Post 2']);
    expect(await titles()).to.deep.equal(['Post 0', 'Post 1', 'Post 2']);
  });

  it('are dependencies of an answer that is made of cached ones', async () => {
    const cached = await CachedSite.start();
    try {
      const store = cached.service(PostStore);
      const { id } = await store.insert({ title: 'Before', status: 'publish' });
      await cached.get(`${API}/posts`);
      expect(await cached.becomesCached(`${API}/posts/${id}?_fields=title`)).to.equal(true);
      await store.update(id, { title: 'After' });
      expect((await cached.get(`${API}/posts/${id}?_fields=title`)).body).to.include('After');
    } finally {
      await cached.close();
    }
  });
});
