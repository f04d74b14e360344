import { expect } from 'chai';
import { sql } from 'kysely';
import { deferred } from '../../../core/base/index.ts';
import type { Generation } from '../../../core/generation.ts';
import { RequestContext } from '../../../core/index.ts';
import database, { Database, loader } from '../../../plugins/database/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';

describeOnDatabases('the database', (freshDatabase) => {
  let generation: Generation;
  let site: Database;

  beforeEach(async () => {
    generation = await buildTestGeneration([database], {
      options: { database: { url: await freshDatabase({ again: true }) } },
    });
    site = generation.services.get('spec', Database);
  });
  afterEach(() => generation.dispose());

  const titles = async () => {
    const rows = await site.db.selectFrom('posts').select('post_title').orderBy('ID').execute();
    return rows.map((row) => row.post_title);
  };

  it('fills columns that are left out with the defaults of the layout', async () => {
    const id = await site.insert('posts', { post_title: 'One' });
    const row = await site.db.selectFrom('posts').selectAll().where('ID', '=', id).executeTakeFirstOrThrow();
    expect(row).to.include({
      ID: id,
      post_author: 0,
      post_date: '0000-00-00 00:00:00',
      post_status: 'publish',
      comment_status: 'open',
      post_type: 'post',
      post_content: '',
      menu_order: 0,
    });
  });

  it('gives every table of the layout its numbers, and columns under their names', async () => {
    expect(await site.insert('comments', { comment_post_ID: 5 })).to.equal(1);
    expect(await site.insert('usermeta', { user_id: 1, meta_key: 'a', meta_value: null })).to.equal(1);
    await site.db.insertInto('term_relationships').values({ object_id: 1, term_taxonomy_id: 2 }).execute();
    const comment = await site.db.selectFrom('comments').selectAll().executeTakeFirstOrThrow();
    expect(comment).to.include({ comment_ID: 1, comment_post_ID: 5, comment_approved: '1', comment_type: 'comment' });
  });

  it('takes ids that rows bring, and goes on after the greatest', async () => {
    expect(await site.insert('posts', { ID: 40 })).to.equal(40);
    expect(await site.insert('posts', {})).to.equal(41);
  });

  it('never gives the id of a removed row again', async () => {
    const id = await site.insert('posts', {});
    await site.db.deleteFrom('posts').execute();
    expect(await site.insert('posts', {})).to.equal(id + 1);
  });

  it('gives ids, counts and sums as numbers', async () => {
    await site.insert('posts', { menu_order: 3 });
    const row = await site.db
      .selectFrom('posts')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('post_parent').as('sum')])
      .executeTakeFirstOrThrow();
    expect(row).to.eql({ count: 1, sum: 0 });
  });

  it('adds the prefix to the names of tables, not to aliases', async () => {
    await site.insert('posts', { post_title: 'One' });
    const query = site.db
      .selectFrom('posts as p')
      .innerJoin('posts', 'posts.ID', 'p.ID')
      .select(['p.post_title', 'posts.ID']);
    expect(query.compile().sql).to.contain('"wp_posts" as "p" inner join "wp_posts" on "wp_posts"."ID" = "p"."ID"');
    expect(await query.execute()).to.have.length(1);
  });

  it('matches patterns without regard to case, and escaped signs as themselves', async () => {
    for (const post_title of ['50% off', '500 off', 'a_b', 'aXb', 'back\\slash'])
      await site.insert('posts', { post_title });
    const found = async (text: string) => {
      const pattern = `%${site.like(text)}%`;
      const rows = await site.db
        .selectFrom('posts')
        .select('post_title')
        .where(site.matches('post_title', pattern))
        .execute();
      return rows.map((row) => row.post_title);
    };
    expect(await found('50% OFF')).to.eql(['50% off']);
    expect(await found('A_B')).to.eql(['a_b']);
    expect(await found('k\\s')).to.eql(['back\\slash']);
  });

  it('compares folded columns without regard to case', async () => {
    await site.insert('users', { user_login: 'Ada', user_email: 'ADA@example.org' });
    const query = site.db.selectFrom('users').select('ID').where(site.fold('user_email'), '=', 'ada@example.org');
    expect(await query.execute()).to.have.length(1);
  });

  it('counts statements', async () => {
    const before = site.statements.count;
    await titles();
    await site.insert('posts', {});
    expect(site.statements.count - before).to.equal(2);
  });

  it('keeps what a transaction did, and answers with its result', async () => {
    const id = await site.transaction(() => site.insert('posts', { post_title: 'Kept' }));
    expect(id).to.equal(1);
    expect(await titles()).to.eql(['Kept']);
  });

  it('undoes what a transaction did when it throws', async () => {
    const failing = site.transaction(async () => {
      await site.insert('posts', { post_title: 'Gone' });
      throw new Error('no');
    });
    expect(await failing.catch((error: Error) => error.message)).to.equal('no');
    expect(await titles()).to.eql([]);
  });

  it('joins an inner transaction to the outer one', async () => {
    const failing = site.transaction(async () => {
      await site.transaction(() => site.insert('posts', { post_title: 'Inner' }));
      throw new Error('no');
    });
    await failing.catch(() => undefined);
    expect(await titles()).to.eql([]);
  });

  it('hides the work of an open transaction from queries outside of it, without deadlock', async () => {
    let seen: Promise<string[]> | undefined;
    const inside = deferred();
    const outside = inside.promise.then(() => {
      seen = titles();
    });
    await site.transaction(async () => {
      await site.insert('posts', { post_title: 'Draft' });
      inside.resolve();
      await new Promise((resolve) => setTimeout(resolve, 20));
      await site.db.updateTable('posts').set({ post_title: 'Final' }).execute();
    });
    await outside;
    expect((await seen)?.[0] ?? 'Final').to.equal('Final');
    expect(await titles()).to.eql(['Final']);
  });

  it('runs statements that a transaction issues at once, one after another', async () => {
    await site.transaction(async () => {
      await Promise.all([1, 2, 3].map((order) => site.insert('posts', { post_title: String(order) })));
    });
    expect(await titles()).to.have.members(['1', '2', '3']);
  });

  it('ends transactions that run at the same time', async () => {
    const one = (title: string) =>
      site.transaction(async () => {
        await site.insert('posts', { post_title: title });
        await new Promise((resolve) => setTimeout(resolve, 2));
        await site.insert('posts', { post_title: title });
      });
    await Promise.all(['a', 'b', 'c'].map(one));
    expect((await titles()).sort()).to.eql(['a', 'a', 'b', 'b', 'c', 'c']);
  });

  it('lets one transaction at a time into a section', async () => {
    const seen: number[] = [];
    const enter = () =>
      site.transaction(async () => {
        await site.lock('spec');
        const { length } = await titles();
        await new Promise((resolve) => setTimeout(resolve, 5));
        await site.insert('posts', {});
        seen.push(length);
      });
    await Promise.all([enter(), enter(), enter()]);
    expect(seen).to.eql([0, 1, 2]);
  });

  it('goes on after the statement of a transaction failed while others waited', async () => {
    const failing = site.transaction(() =>
      Promise.all([
        sql`select nonsense from nowhere`.execute(site.db),
        site.insert('posts', {}),
        site.insert('posts', {}),
      ]),
    );
    expect(await failing.catch((error: Error) => error)).to.be.instanceOf(Error);
    expect(await titles()).to.eql([]);
    await site.transaction(() => site.insert('posts', { post_title: 'After' }));
    expect(await titles()).to.eql(['After']);
  });

  it('runs work after the commit, with queries outside of the transaction, and none after a rollback', async () => {
    const calls: string[] = [];
    site.afterCommit(() => void calls.push('at once'));
    await site.transaction(async () => {
      site.afterCommit(async () => void calls.push(`committed ${(await titles()).length}`));
      site.afterRollback(() => void calls.push('never'));
      await site.insert('posts', {});
      calls.push('working');
    });
    const failing = site.transaction(async () => {
      site.afterCommit(() => void calls.push('never'));
      site.afterRollback(() => void calls.push('rolled back'));
      throw new Error('no');
    });
    await failing.catch(() => undefined);
    expect(calls).to.eql(['at once', 'working', 'committed 1', 'rolled back']);
  });

  it('goes on when work after the commit fails', async () => {
    const result = await site.transaction(async () => {
      site.afterCommit(() => {
        throw new Error('late');
      });
      return 'done';
    });
    expect(result).to.equal('done');
  });

  it('refuses the transactions of Kysely, whose queries would wait for each other', async () => {
    const failing = site.db.transaction().execute(async () => undefined);
    expect(await failing.catch((error: Error) => error.message)).to.contain('Database.transaction()');
  });

  it('gathers keys asked for together into one batch of a request', async () => {
    const batches: number[][] = [];
    const context = new RequestContext();
    const twice = () =>
      loader(context, 'twice', async (keys: readonly number[]) => {
        batches.push([...keys]);
        return keys.map((key) => key * 2);
      });
    expect(await Promise.all([twice().load(1), twice().load(2), twice().load(1)])).to.eql([2, 4, 2]);
    expect(batches).to.eql([[1, 2]]);
  });
});
