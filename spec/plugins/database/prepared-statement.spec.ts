import { expect } from 'chai';
import { sql } from 'kysely';
import { deferred } from '../../../core/base/index.ts';
import type { Generation } from '../../../core/generation.ts';
import database, { Database, type Parameter } from '../../../plugins/database/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';

describeOnDatabases('prepared statements', (freshDatabase) => {
  let generation: Generation;
  let site: Database;

  beforeEach(async () => {
    generation = await buildTestGeneration([database], {
      options: { database: { url: await freshDatabase({ again: true }) } },
    });
    site = generation.services.get('spec', Database);
  });
  afterEach(() => generation.dispose());

  /** Items by their ids; `built` counts how often the statement is built. */
  let built = 0;
  const byIds = () =>
    site.prepare('spec.byIds', (parameter: Parameter<{ ids: readonly number[] }>) => {
      built++;
      return site.db.selectFrom('posts').select(['ID', 'post_title']).where('ID', 'in', parameter('ids')).orderBy('ID');
    });
  const insert = (post_title: string) => site.insert('posts', { post_title, post_name: post_title.toLowerCase() });

  it('are built once for a name and the lengths of lists, and run with the values of each time', async () => {
    const ids = [await insert('One'), await insert('Two')];
    built = 0;
    for (const [at, post_title] of ['One', 'Two'].entries()) {
      expect(await byIds().rows({ ids: [ids[at]!] })).to.eql([{ ID: ids[at], post_title }]);
    }
    expect(built).to.equal(1);
    expect((await byIds().rows({ ids })).map((row) => row.ID)).to.eql(ids);
    expect(built).to.equal(2);
  });

  it('are built anew once hundreds of others have been used since', async () => {
    await byIds().rows({ ids: [1] });
    built = 0;
    for (let other = 0; other < 500; other++) {
      await site.prepare(`spec.other ${other}`, () => sql<{ one: number }>`select 1 as one`).rows({});
    }
    await byIds().rows({ ids: [1] });
    expect(built).to.equal(1);
  });

  it('put each value in its place, wherever fixed values stand and however often a name comes', async () => {
    await insert('Other');
    const id = await insert('Mine');
    const statement = site.prepare('spec.places', (parameter: Parameter<{ slug: string; title: string }>) =>
      site.db
        .selectFrom('posts')
        .select(['ID', sql<string>`cast(${parameter('slug')} as varchar(20))`.as('asked')])
        .where('post_status', '=', 'publish')
        .where('post_title', '=', parameter('title'))
        .where('post_type', '=', 'post')
        .where('post_name', '=', parameter('slug'))
        .limit(5),
    );
    expect(await statement.rows({ title: 'Mine', slug: 'mine' })).to.eql([{ ID: id, asked: 'mine' }]);
    expect(await statement.rows({ slug: 'other', title: 'Mine' })).to.eql([]);
  });

  it('write, and answer with the rows that they return where the system returns any', async () => {
    const id = await insert('Before');
    const returns = site.dialect !== 'mysql';
    const rename = site.prepare('spec.rename', (parameter: Parameter<{ id: number; title: string }>) => {
      const update = site.db
        .updateTable('posts')
        .set({ post_title: parameter('title') })
        .where('ID', '=', parameter('id'));
      return returns ? update.returning('post_title') : update;
    });
    expect(await rename.run({ id, title: 'After' })).to.eql(returns ? [{ post_title: 'After' }] : []);
    expect(await byIds().rows({ ids: [id] })).to.eql([{ ID: id, post_title: 'After' }]);
  });

  it('answer how many rows they have written, in a transaction and outside', async () => {
    for (const title of ['Gone', 'Gone', 'Left']) await insert(title);
    const remove = site.prepare('spec.remove', (parameter: Parameter<{ title: string }>) =>
      site.db.deleteFrom('posts').where('post_title', '=', parameter('title')),
    );
    expect(await remove.changed({ title: 'Gone' })).to.equal(2);
    expect(await site.transaction(() => remove.changed({ title: 'Left' }))).to.equal(1);
    expect(await remove.changed({ title: 'Left' })).to.equal(0);
  });

  it('may be another statement where a value is left out', async () => {
    const id = await insert('One');
    const find = (given: { title: string; slug?: string }) =>
      site
        .prepare('spec.optional', (parameter: Parameter<{ title: string; slug?: string }>) => {
          const select = site.db.selectFrom('posts').select('ID').where('post_title', '=', parameter('title'));
          return given.slug === undefined ? select : select.where('post_name', '=', parameter('slug'));
        })
        .rows(given);
    expect(await find({ title: 'One' })).to.eql([{ ID: id }]);
    expect(await find({ title: 'One', slug: 'two' })).to.eql([]);
    expect(await find({ title: 'One', slug: undefined })).to.eql([{ ID: id }]);
  });

  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('refuse values that are missing, unknown or an empty list, before anything is run', async () => {
    const { count } = site.statements;
    // biome-ignore lint/suspicious/noExplicitAny: the compiler refuses what is tried here.
    const rows = (values: any) => failure(byIds().rows(values));
    for (const [values, text] of [
      [{}, 'the statement "spec.byIds" lacks a value for "ids"'],
      [{ ids: undefined }, 'the statement "spec.byIds" lacks a value for "ids"'],
      [{ ids: [1], id: 1 }, 'the statement "spec.byIds" has no parameter "id"'],
      [{ ids: [] }, 'the list "ids" of the statement "spec.byIds" is empty'],
    ] as const) {
      const error = await rows(values);
      expect(error).to.be.instanceOf(TypeError);
      expect((error as Error).message).to.equal(text);
    }
    expect(site.statements.count).to.equal(count);
  });

  it('take values of the names and types that their parameters have', () => {
    const calls = () => [
      // @ts-expect-error: there is no parameter of this name.
      byIds().rows({ ids: [1], slug: 'one' }),
      // @ts-expect-error: the ids are numbers.
      byIds().rows({ ids: ['one'] }),
      // @ts-expect-error: a value is missing.
      byIds().rows({}),
    ];
    expect(calls).to.be.a('function');
  });

  it('are counted among the statements', async () => {
    const { count } = site.statements;
    await byIds().rows({ ids: [1] });
    expect(site.statements.count).to.equal(count + 1);
  });

  it('see what the transaction has written in whose work they run, and others see it once it is committed', async () => {
    const begun = deferred();
    const writing = site.transaction(async () => {
      const id = await insert('Inside');
      const seen = await byIds().rows({ ids: [id] });
      begun.resolve();
      await new Promise((resolve) => setTimeout(resolve, 20));
      await site.db.updateTable('posts').set({ post_title: 'Committed' }).where('ID', '=', id).execute();
      return { id, seen };
    });
    await begun.promise;
    const all = site.prepare('spec.all', () => site.db.selectFrom('posts').select('post_title'));
    const outside = await all.rows({});
    const { id, seen } = await writing;
    expect(seen).to.eql([{ ID: id, post_title: 'Inside' }]);
    expect(outside.map(({ post_title }) => post_title)).to.not.include('Inside');
    expect(await byIds().rows({ ids: [id] })).to.eql([{ ID: id, post_title: 'Committed' }]);
  });
});
