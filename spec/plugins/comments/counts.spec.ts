import { expect } from 'chai';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { openStoreStage, type StoreStage } from './store-stage.ts';

const DATES = ['2012-12-31 23:59:59', '2013-01-01 00:00:00', '2013-01-20 10:00:00', '0000-00-00 00:00:00'];

describeOnDatabases('counts of comments', (freshDatabase) => {
  let stage: StoreStage;

  beforeEach(async () => {
    stage = await openStoreStage(await freshDatabase({ again: true }));
  });
  afterEach(() => stage.generation.dispose());

  /** The derived counts: counted the slow way from the table, and as they are stored. */
  async function counts(): Promise<{ counted: string[]; stored: string[] }> {
    const { db } = stage.database;
    const of = (kind: string, bucket: string) =>
      sql.raw(`select '${kind}' as kind, comment_type, comment_approved, ${bucket} as bucket, 1 as item
        from wp_comments`);
    const rows = sql.join(
      [
        of('month', 'substr(comment_date, 1, 7)'),
        of('month_gmt', 'substr(comment_date_gmt, 1, 7)'),
        of('parent', "case when comment_parent = 0 then 'none' else 'some' end"),
        of('user', "case when user_id = 0 then 'none' else 'some' end"),
      ],
      sql` union all `,
    );
    const counted = await sql<Record<string, unknown>>`select kind, comment_type, comment_approved, bucket,
      count(*) as items from (${rows}) r group by 1, 2, 3, 4`.execute(db);
    const stored = await sql<Record<string, unknown>>`select kind, comment_type, comment_approved, bucket,
      sum(items) as items from wp_tappet_comment_counts group by 1, 2, 3, 4 having sum(items) <> 0`.execute(db);
    const lines = (found: Record<string, unknown>[]) => found.map((row) => Object.values(row).join(' ')).sort();
    return { counted: lines(counted.rows), stored: lines(stored.rows) };
  }

  it('follow writes of the store and of other programs', async () => {
    const one = <T>(values: readonly T[]) => fc.constantFrom(...values);
    const values = fc.record({
      comment_date: one(DATES),
      comment_date_gmt: one(DATES),
      comment_approved: one(['0', '1', 'spam']),
      comment_type: one(['comment', '', 'pingback']),
      comment_parent: fc.nat(1),
      user_id: fc.nat(1),
    });
    const action = fc.record({
      kind: one(['insert', 'update', 'delete', 'trash', 'rolled back', 'all', 'tidy'] as const),
      at: fc.nat(20),
      values,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 12 }), async (actions) => {
        const { database, store } = stage;
        const { db } = database;
        for (const { kind, at, values: row } of actions) {
          const ids = (await db.selectFrom('comments').select('comment_ID').orderBy('comment_ID').execute()).map(
            ({ comment_ID }) => comment_ID,
          );
          const id = ids[at % Math.max(ids.length, 1)] ?? 0;
          const insert = () => database.insert('comments', row);
          if (kind === 'insert') await insert();
          if (kind === 'update') await db.updateTable('comments').set(row).where('comment_ID', '=', id).execute();
          if (kind === 'all') await db.updateTable('comments').set({ comment_type: row.comment_type }).execute();
          if (kind === 'delete') await db.deleteFrom('comments').where('comment_ID', '=', id).execute();
          if (kind === 'trash' && id > 0) await store.trash(id);
          if (kind === 'tidy') await database.tidy();
          if (kind === 'rolled back')
            await database
              .transaction(async () => {
                await insert();
                throw new Error('rolled back');
              })
              .catch(() => undefined);
        }
        const { counted, stored } = await counts();
        expect(stored).to.eql(counted);
      }),
      { numRuns: 15 },
    );
  });

  it('lead to pages far behind, which have the comments that a walk to them finds', async () => {
    const { db } = stage.database;
    const rows = Array.from({ length: 1300 }, (_, at) => ({
      comment_date: `20${10 + (at % 7)}-0${1 + (at % 9)}-01 00:00:00`,
      comment_date_gmt: `20${10 + (at % 5)}-0${1 + (at % 8)}-01 00:00:00`,
      comment_approved: at % 3 === 0 ? '0' : '1',
      comment_type: at % 4 === 0 ? '' : 'comment',
    }));
    // SQLite takes a limited number of values in one statement.
    for (let at = 0; at < rows.length; at += 100)
      await db
        .insertInto('comments')
        .values(rows.slice(at, at + 100).map((row) => ({ ...row, comment_author: 'Ann', comment_content: 'Text' })))
        .execute();
    for (const orderBy of ['date', 'date_gmt', 'id'] as const) {
      for (const order of ['asc', 'desc'] as const) {
        const { comments: all } = await stage.store.query({ orderBy, order, perPage: -1 });
        for (const offset of [1000, 1111, 1295, 1300, 5000]) {
          const { comments, total } = await stage.store.query({ orderBy, order, offset, perPage: 10 });
          expect(comments).to.eql(all.slice(offset, offset + 10));
          expect(total).to.equal(1300);
        }
      }
    }
  });
});
