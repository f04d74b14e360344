import { request } from 'node:http';
import { expect } from 'chai';
import { type Deferred, deferred } from '../../../core/base/index.ts';
import { CacheRecorder } from '../../../core/cache/index.ts';
import { RequestContext, RestRequest } from '../../../host/index.ts';
import { Database } from '../../../plugins/database/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { until } from '../../support/until.ts';
import { API, CachedSite } from './cached-site.ts';

describeOnDatabases('an answer is not given again', (freshDatabase) => {
  let site: CachedSite;
  let post: number;
  let category: number;
  let author: number;
  before(async () => {
    site = await CachedSite.start({ database: await freshDatabase({ again: true }) });
    author = (await site.users.create({ login: 'writer', email: 'writer@example.org', roles: ['author'] })).id;
    category = (await site.terms.create('category', 'News')).id;
    const made = { title: 'First', content: 'Text', status: 'publish', author, categories: [category] };
    post = (await site.posts.insert(made)).id;
  });
  after(() => site.close());

  /** Caches answers, writes, and expects the next answers to be as if they were made anew. */
  async function expectFresh(paths: readonly string[], write: () => Promise<unknown>): Promise<void> {
    for (const path of paths) expect(await site.becomesCached(path), `${path} is cached`).to.equal(true);
    const before = await Promise.all(paths.map((path) => site.get(path)));
    await write();
    for (const [at, path] of paths.entries()) {
      const { tag, ...answer } = await site.get(path);
      const { tag: _none, ...fresh } = await site.fresh(path);
      expect(answer, path).to.deep.equal(fresh);
      expect(answer.body, `${path} has changed`).not.to.equal(before[at]!.body);
    }
  }

  const LIST = `${API}/posts?_embed`;

  it('once an item has been made, changed or removed', async () => {
    await expectFresh([LIST], () => site.posts.insert({ title: 'Second', status: 'publish' }));
    await expectFresh([LIST, `${API}/posts/${post}`], () => site.posts.update(post, { title: 'Changed' }));
    const third = await site.posts.insert({ title: 'Third', status: 'publish' });
    await expectFresh([LIST], () => site.posts.trash(third.id));
  });

  it('once a term has been renamed, or given to an item', async () => {
    const one = `${API}/posts/${post}?_embed=wp:term,cms:term`;
    await expectFresh([one, `${API}/categories`], () => site.terms.update(category, 'category', { name: 'Old news' }));
    const other = await site.terms.create('category', 'Other');
    await expectFresh([`${API}/posts/${post}`], () =>
      site.terms.setObjectTerms(post, 'category', [category, other.id]),
    );
  });

  it('once a comment has been made or approved', async () => {
    await expectFresh([`${API}/comments`], () => site.comments.insert({ post, content: 'Well said' }));
    const held = await site.comments.insert({ post, content: 'Held', approved: '0' } as never);
    await expectFresh([`${API}/comments`], () => site.comments.setStatus(held.id, '1'));
  });

  it('once a user has been renamed', async () => {
    await expectFresh([`${API}/users`, `${API}/posts/${post}?_embed=author`], () =>
      site.users.update(author, { displayName: 'Somebody else' } as never),
    );
  });

  it('once metadata has been set', async () => {
    await expectFresh([`${API}/users`], () => site.meta.set('user', author, 'description', 'Writes'));
    await expectFresh([`${API}/posts/${post}`], () => site.posts.setSticky(post, true));
  });

  it('once an option has been set', async () => {
    await expectFresh(['/cms-json/'], () => site.options.set('blogname', `Named ${Math.random()}`));
    await expectFresh([LIST], () =>
      site.options.set('posts_per_page', '1').then(() => site.options.set('permalink_structure', '/%postname%/')),
    );
  });

  it('once a client has written by the interface', async () => {
    const user = { id: author, can: () => true };
    await expectFresh([LIST], async () => {
      const request = new RestRequest('POST', `/cms/v2/posts/${post}`, {
        form: { title: 'By the interface' },
        context: new RequestContext({ user }),
      });
      const { status } = await site.host.dispatch(request);
      expect(status).to.equal(200);
    });
  });

  it('once a statement has written which no store knows of', async () => {
    const { db } = site.service(Database);
    await expectFresh([`${API}/posts/${post}`], () =>
      db.updateTable('posts').set({ post_title: 'Behind their backs' }).where('ID', '=', post).execute(),
    );
  });

  it('once a transaction is committed, and goes on holding when one is rolled back', async () => {
    const database = site.service(Database);
    const path = `${API}/posts/${post}`;
    await expectFresh([path], () =>
      database.transaction(async () => {
        await site.posts.update(post, { title: 'In a transaction' });
      }),
    );
    const before = await site.get(path);
    await database
      .transaction(async () => {
        await site.posts.update(post, { title: 'Never' });
        throw new Error('no');
      })
      .catch(() => undefined);
    expect((await site.get(path)).body).to.equal(before.body);
  });

  it('but is when something else has been written', async () => {
    const path = `${API}/types`;
    expect(await site.becomesCached(path)).to.equal(true);
    await site.posts.update(post, { title: 'Not of any type' });
    await site.comments.insert({ post, content: 'Neither' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await site.isCached(path)).to.equal(true);
  });
});

describe('an answer that is being made', () => {
  let site: CachedSite;
  let post: number;
  /** Settled when the first answer has come to a hook. */
  let reached: Deferred<void>;
  /** Settled to let it go on from there. */
  let gate: Deferred<void>;
  afterEach(() => site.close());

  async function start(hook: 'rest_pre_dispatch' | 'rest_post_dispatch'): Promise<void> {
    [reached, gate] = [deferred(), deferred()];
    const slow = {
      name: 'slow',
      version: '1.0.0',
      description: 'Waits once.',
      cacheable: true,
      setup: ({ hooks }: import('../../../host/index.ts').PluginHost) => {
        let isFirst = true;
        hooks.filter(hook).tapPromise('slow', async (given: unknown) => {
          if (!isFirst) return given as never;
          isFirst = false;
          reached.resolve();
          await gate.promise;
          return given as never;
        });
      },
    };
    site = await CachedSite.start({ plugins: [slow] });
    post = (await site.posts.insert({ title: 'Old', status: 'publish' })).id;
  }

  it('is not cached when something is written meanwhile', async () => {
    await start('rest_post_dispatch');
    const first = site.get(`${API}/posts`);
    await reached.promise;
    await site.posts.update(post, { title: 'New' });
    gate.resolve();
    expect((await first).body).to.include('Old');
    expect((await site.get(`${API}/posts`)).body).to.include('New');
  });

  it('is not cached when its client hangs up, since it is not recorded what it is made of from then on', async () => {
    await start('rest_pre_dispatch');
    const hasty = request(`${site.url}${API}/posts`);
    hasty.on('error', () => undefined).end();
    await reached.promise;
    const { stored } = site.figures;
    hasty.destroy();
    await until(() => !CacheRecorder.isRecording);
    gate.resolve();
    expect((await site.fresh(`${API}/posts`)).body).to.include('Old');
    await site.posts.update(post, { title: 'New' });
    expect((await site.get(`${API}/posts`)).body).to.include('New');
    expect(site.figures.stored - stored, 'only the last one').to.equal(1);
  });
});
