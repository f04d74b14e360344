import { expect } from 'chai';
import { type Compilable, sql } from 'kysely';
import type { Generation } from '../../../core/generation.ts';
import database, { Database, usingTables } from '../../../plugins/database/index.ts';
import { tableUsageOf } from '../../../plugins/database/table-usage.ts';
import { buildTestGeneration } from '../../support/generation.ts';

describe('the tables that a statement uses', () => {
  let generation: Generation;
  let db: Database['db'];
  before(async () => {
    generation = await buildTestGeneration([database], { options: { database: { url: 'sqlite::memory:' } } });
    ({ db } = generation.services.get('spec', Database));
  });
  after(() => generation.dispose());

  const usage = (statement: Pick<Compilable, 'compile'>) => {
    const { reads, writes, varies } = tableUsageOf(statement.compile());
    return { reads: [...reads].sort(), writes: [...writes].sort(), varies };
  };
  const reading = (...reads: string[]) => ({ reads, writes: [], varies: false });
  const writing = (...writes: string[]) => ({ reads: [], writes, varies: false });

  it('are those that a query names, in its parts and in raw fragments too', () => {
    const terms = db.selectFrom('term_relationships as r').select('r.object_id').where('r.term_taxonomy_id', '=', 1);
    const query = db.selectFrom('posts as p').select('p.ID').where('p.ID', 'in', terms);
    expect(usage(query)).to.eql(reading('posts', 'term_relationships'));
    const raw = sql<boolean>`exists (select 1 from ${sql.table('postmeta')} where post_id = ${sql.ref('p.ID')})`;
    expect(usage(query.where(raw))).to.eql(reading('postmeta', 'posts', 'term_relationships'));
    const joined = db.selectFrom('terms').innerJoin('term_taxonomy as t', 't.term_id', 'terms.term_id').select('name');
    expect(usage(joined)).to.eql(reading('term_taxonomy', 'terms'));
    const union = db.selectFrom('users').select('ID as id').union(db.selectFrom('comments').select('user_id as id'));
    expect(usage(union)).to.eql(reading('comments', 'users'));
  });

  it('are, of a table that is derived from others, those', () => {
    expect(usage(db.selectFrom('tappet_post_counts').select('items'))).to.eql(reading('posts', 'term_relationships'));
  });

  it('are not the names that a statement gives to its own parts', () => {
    const query = db
      .with('mine', (part) => part.selectFrom('posts').select('ID'))
      .selectFrom('mine')
      .select('mine.ID');
    expect(usage(query)).to.eql(reading('posts'));
  });

  it('are written by a statement that writes', () => {
    expect(usage(db.insertInto('options').values({ option_name: 'a', option_value: 'b' }))).to.eql(writing('options'));
    expect(usage(db.updateTable('posts').set({ post_title: 'a' }).where('ID', '=', 1))).to.eql(writing('posts'));
    expect(usage(db.deleteFrom('comments'))).to.eql(writing('comments'));
    const inPart = db
      .with('gone', (part) => part.deleteFrom('users').returning('ID'))
      .selectFrom('gone')
      .select('gone.ID');
    expect(usage(inPart)).to.eql(writing('users'));
  });

  it('are the tables of a plugin, once it has said that they are its own', () => {
    const own = db.withTables<{ own_shelves: { name: string }; own_books: { name: string } }>();
    generation.services.get('spec', Database).ownTables('own_shelves');
    const ofShelves = own.selectFrom('own_shelves').select('name');
    expect(usage(ofShelves)).to.eql(reading('own_shelves'));
    expect(usage(own.deleteFrom('own_shelves'))).to.eql(writing('own_shelves'));
    expect(usage(ofShelves.union(own.selectFrom('own_books').select('name')))).to.eql(reading('*', 'own_shelves'));
  });

  it('are anything where a table is not known, where a raw fragment names it, and of a raw statement', () => {
    expect(usage(db.selectFrom('tappet_migrations').select('name'))).to.eql(reading('*'));
    const named = sql<boolean>`exists (select 1 from wp_mine)`;
    expect(usage(db.selectFrom('posts').select('ID').where(named))).to.eql(reading('*', 'posts'));
    const raw = sql`select 1`;
    expect(usage({ compile: () => raw.compile(db) })).to.eql({ reads: ['*'], writes: ['*'], varies: true });
  });

  it('are those that a raw statement declares', () => {
    const declared = usingTables(sql`select 1`, { reads: ['users'] });
    expect(usage({ compile: () => declared.compile(db) })).to.eql(reading('users'));
  });

  it('come with whether the statement returns something else each time', () => {
    for (const expression of [sql`random()`, sql`current_timestamp`, sql`datetime('now')`]) {
      expect(usage(db.selectFrom('posts').select(expression.as('it')))).to.eql({ ...reading('posts'), varies: true });
    }
    const called = db.selectFrom('posts').select((eb) => eb.fn('random', []).as('it'));
    expect(usage(called)).to.eql({ ...reading('posts'), varies: true });
  });
});
