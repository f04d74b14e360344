import { expect } from 'chai';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Database } from '../../../plugins/database/index.ts';
import type { PostQuery } from '../../../plugins/posts/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { runCommand } from '../../support/run-command.ts';
import { openPostSite, type PostSite } from './post-site.ts';

const DATES = ['2012-12-31 23:59:59', '2013-01-01 00:00:00', '2013-01-20 10:00:00', '2013-03-01 00:00:00'];
const STATUSES = ['publish', 'draft', 'private', 'trash'];
const TYPES = ['post', 'page'];

/** The derived counts: counted the slow way from the tables, and as they are stored. */
async function derived({ db }: Database): Promise<{ counted: unknown[]; stored: unknown[] }> {
  const { rows: counted } = await sql<Record<string, unknown>>`
    select 'month' as kind, post_type, post_status, substr(post_date, 1, 7) as bucket, count(*) as items
      from ${sql.table('posts')} group by 2, 3, 4
    union all select 'author', post_type, post_status, post_author || '', count(*)
      from ${sql.table('posts')} group by post_type, post_status, post_author
    union all select 'month_modified', post_type, post_status, substr(post_modified, 1, 7), count(*)
      from ${sql.table('posts')} group by 2, 3, 4
    union all select 'mime', post_type, post_status, post_mime_type, count(*)
      from ${sql.table('posts')} group by 2, 3, 4
    union all select 'parent', post_type, post_status, case when post_parent = 0 then 'none' else 'some' end, count(*)
      from ${sql.table('posts')} group by 2, 3, 4
    union all select 'term', post_type, post_status, term_taxonomy_id || '', count(*)
      from ${sql.table('posts')} p, ${sql.table('term_relationships')} r where r.object_id = p.${sql.ref('ID')}
      group by post_type, post_status, term_taxonomy_id`.execute(db);
  const { rows: stored } = await sql<Record<string, unknown>>`
    select kind, post_type, post_status, bucket, sum(items) as items from ${sql.table('tappet_post_counts')}
    group by 1, 2, 3, 4 having sum(items) <> 0`.execute(db);
  const { rows: pairs } = await sql<Record<string, unknown>>`
    select term_taxonomy_id, post_type, post_status, post_date, ${sql.ref('ID')} as post_id
    from ${sql.table('posts')} p, ${sql.table('term_relationships')} r where r.object_id = p.${sql.ref('ID')}`.execute(
    db,
  );
  const { rows: storedPairs } = await sql<Record<string, unknown>>`
    select term_taxonomy_id, post_type, post_status, post_date, post_id from ${sql.table('tappet_term_posts')}`.execute(
    db,
  );
  const lines = (rows: Record<string, unknown>[]) => rows.map((row) => Object.values(row).join(' ')).sort();
  return { counted: [...lines(counted), ...lines(pairs)], stored: [...lines(stored), ...lines(storedPairs)] };
}

describeOnDatabases('totals of lists', (freshDatabase) => {
  let site: PostSite;
  let categories: number[];

  before(async () => {
    site = await openPostSite({ url: await freshDatabase() });
    categories = [];
    for (const name of ['One', 'Two', 'Three']) categories.push((await site.terms.create('category', name)).id);
  });
  after(() => site.close());

  const one = <T>(values: readonly T[]) => fc.constantFrom(...values);
  const at = fc.nat(30);
  const action = fc.oneof(
    fc.record({
      kind: fc.constant('insert' as const),
      type: one(TYPES),
      status: one(STATUSES),
      date: one(DATES),
      author: fc.nat(2),
      category: fc.nat(2),
    }),
    fc.record({ kind: one(['trash', 'untrash', 'delete'] as const), at }),
    fc.record({ kind: fc.constant('update' as const), at, status: one(STATUSES), date: one(DATES), author: fc.nat(2) }),
    fc.record({ kind: fc.constant('terms' as const), at, categories: fc.subarray([0, 1, 2]) }),
    fc.record({
      kind: one(['raw insert', 'raw update', 'raw delete', 'raw renumber', 'raw relation', 'raw all'] as const),
      at,
      status: one(STATUSES),
      date: one(DATES),
    }),
    fc.record({ kind: one(['compact', 'delete term', 'rolled back'] as const), at }),
  );
  type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

  async function perform(step: Action): Promise<void> {
    const { posts, terms, database } = site;
    const { db } = database;
    const ids = (await db.selectFrom('posts').select('ID').orderBy('ID').execute()).map(({ ID }) => ID);
    const id = 'at' in step ? (ids[step.at % Math.max(ids.length, 1)] ?? 0) : 0;
    const rows = db.updateTable('posts');
    switch (step.kind) {
      case 'insert':
        await posts.insert({
          ...{ type: step.type, status: step.status, date: step.date, editDate: true, title: 'Item' },
          author: step.author,
          categories: step.type === 'post' ? [categories[step.category]!] : [],
        });
        return;
      case 'update':
        if (id > 0)
          await posts.update(id, { status: step.status, date: step.date, editDate: true, author: step.author });
        return;
      case 'trash':
        if (id > 0 && (await posts.byId(id))?.status !== 'trash') await posts.trash(id);
        return;
      case 'untrash':
      case 'delete':
        if (id > 0) await posts[step.kind](id);
        return;
      case 'terms':
        if (id > 0)
          await terms.setObjectTerms(
            id,
            'category',
            step.categories.map((index) => categories[index]!),
          );
        return;
      case 'raw insert': {
        const row = { post_status: step.status, post_date: step.date, post_title: 'Raw', post_type: 'post' };
        await db
          .insertInto('posts')
          .values([row, { ...row, post_type: 'page' }])
          .execute();
        return;
      }
      case 'raw update':
        await rows.set({ post_status: step.status, post_date: step.date }).where('ID', '<=', id).execute();
        return;
      case 'raw delete':
        await db.deleteFrom('posts').where('ID', '=', id).execute();
        return;
      case 'raw renumber':
        if (ids.includes(id + 1_000_000)) return;
        await rows
          .set({ ID: id + 1_000_000 })
          .where('ID', '=', id)
          .where('ID', '<', 1_000_000)
          .execute();
        return;
      case 'raw relation': {
        const row = { term_taxonomy_id: step.at % 4, object_id: id };
        await database.insertAll('term_relationships', [row], 'ignore');
        return;
      }
      case 'raw all':
        await rows.set((eb) => ({ menu_order: eb('menu_order', '+', 1), post_author: step.at % 3 })).execute();
        await db.updateTable('term_relationships').set({ term_order: step.at }).execute();
        return;
      case 'compact':
        await database.tidy();
        return;
      case 'delete term':
        await db
          .deleteFrom('term_relationships')
          .where('term_taxonomy_id', '=', step.at % 4)
          .execute();
        return;
      case 'rolled back':
        await database
          .transaction(async () => {
            await posts.insert({ title: 'Never', status: 'publish' });
            await posts.query({});
            throw new Error('rolled back');
          })
          .catch(() => undefined);
    }
  }

  /** Lists of every kind that has a total of its own. */
  const queries = (): PostQuery[] => [
    {},
    { types: ['post'] },
    ...STATUSES.map((status) => ({ types: ['post'], statuses: [status] })),
    { types: ['post'], statuses: ['publish', 'draft'] },
    ...[0, 1, 2].map((author) => ({ types: ['post'], authors: [author] })),
    ...categories.map((id) => ({
      types: ['post'],
      terms: [{ taxonomy: 'category', terms: [id], operator: 'IN' as const }],
    })),
    ...[...DATES, '2013-02-01 00:00:00', '2013-01-10 00:00:00'].flatMap((date) => [
      { types: ['post'], dates: [{ column: 'post_date' as const, after: date }] },
      { types: ['post'], dates: [{ column: 'post_date' as const, before: date }] },
      { types: ['post'], authors: [1], dates: [{ column: 'post_date' as const, before: date }] },
      { types: ['post'], dates: [{ column: 'post_date' as const, after: date, before: '2013-01-25 00:00:00' }] },
    ]),
  ];

  it('are those of a count after any writes, of this program and of others', async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const step of steps) {
          await perform(step);
          const { counted, stored } = await derived(site.database);
          expect(stored, JSON.stringify(step)).to.deep.equal(counted);
        }
        for (const query of queries()) {
          const all = await site.posts.query({ ...query, perPage: -1 });
          const { total } = await site.posts.query({ ...query, perPage: 1 });
          expect(total, JSON.stringify(query)).to.equal(all.total);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('are the same after everything derived was made anew', async () => {
    const before = (await derived(site.database)).stored;
    await runCommand(site.generation, 'db reindex');
    const { counted, stored } = await derived(site.database);
    expect(stored).to.deep.equal(counted);
    expect(stored).to.deep.equal(before);
  });
});

describeOnDatabases('pages far behind', (freshDatabase) => {
  let site: PostSite;
  let category: number;
  const COUNT = 2600;

  before(async function () {
    this.timeout(60_000);
    site = await openPostSite({ url: await freshDatabase() });
    category = (await site.terms.create('category', 'All')).taxonomyId;
    const { insertAll } = site.database;
    const rows = Array.from({ length: COUNT }, (_, index) => {
      const month = String(((index * 7) % 12) + 1).padStart(2, '0');
      const date = index % 50 === 0 ? '0000-00-00 00:00:00' : `201${index % 3}-${month}-1${index % 9} 00:00:00`;
      return { ID: index + 1, post_title: 'Item', post_date: date, post_author: (index % 2) + 1 };
    });
    await insertAll('posts', rows);
    const relations = rows.map(({ ID }) => ({ object_id: ID, term_taxonomy_id: category }));
    await insertAll('term_relationships', relations);
  });
  after(() => site.close());

  it('hold what the whole list holds there, from whichever end they are looked for', async () => {
    const term = await site.terms.bySlug('all', 'category');
    const lists: PostQuery[] = [
      { types: ['post'] },
      { types: ['post'], authors: [1] },
      { types: ['post'], terms: [{ taxonomy: 'category', terms: [term!.id], operator: 'IN' }] },
      {
        types: ['post'],
        dates: [{ column: 'post_date', after: '2010-02-01 00:00:00', before: '2012-11-01 00:00:00' }],
      },
    ];
    for (const list of lists) {
      for (const order of ['asc', 'desc'] as const) {
        const { ids, total } = await site.posts.query({ ...list, order, perPage: -1 });
        expect(total).to.be.above(1200);
        for (const offset of [999, 1000, 1001, 1150, 1290, total - 11, total - 10, total - 1, total, total + 5]) {
          const part = await site.posts.query({ ...list, order, perPage: 10, offset });
          const title = `${JSON.stringify(list)} ${order} ${offset}`;
          expect(part.ids, title).to.deep.equal(ids.slice(offset, offset + 10));
          expect(part.total, title).to.equal(total);
        }
      }
    }
  });
});
