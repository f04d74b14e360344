import { type Compilable, sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import type { DatedList } from './dated-list.ts';

/** A number of a part. SQLite would look at a parameter by itself, and plan the query anew for each value of it. */
const number = (value: number) => sql<number>`cast(${value} as integer)`;

/** Builds the query that finds a part of a dated list; its last parameters are limit and offset. */
export function datedIds(list: DatedList, database: Database): Compilable<{ id: number }> {
  const { order } = list;
  if (list.term !== undefined) {
    const select = ofTerm(list, list.term, database).select('post_id as id');
    return select.orderBy('post_date', order).orderBy('post_id', order).limit(number(1)).offset(number(0));
  }
  const select = ofPosts(list, database).select('ID as id');
  return select.orderBy('post_date', order).orderBy('ID', order).limit(number(1)).offset(number(0));
}

/** Builds the query that counts a dated list in its index. */
export const datedCount = (list: DatedList, database: Database): Compilable<{ total: number }> =>
  list.term === undefined
    ? ofPosts(list, database).select((eb) => eb.fn.countAll<number>().as('total'))
    : ofTerm(list, list.term, database).select((eb) => eb.fn.countAll<number>().as('total'));

function ofPosts({ type, status, author, after, before }: DatedList, { db }: Database) {
  let select = db.selectFrom('posts').where('post_type', '=', type).where('post_status', '=', status);
  if (author !== undefined) select = select.where('post_author', '=', author);
  if (after !== undefined) select = select.where('post_date', '>', after);
  if (before !== undefined) select = select.where('post_date', '<', before);
  return select;
}

function ofTerm({ type, status, after, before }: DatedList, term: NonNullable<DatedList['term']>, { db }: Database) {
  const row = db
    .selectFrom('term_taxonomy')
    .select('term_taxonomy_id')
    .where('taxonomy', '=', term.taxonomy)
    .where('term_id', '=', term.id);
  let select = db
    .selectFrom('tappet_term_posts')
    .where('term_taxonomy_id', '=', row)
    .where('post_type', '=', type)
    .where('post_status', '=', status);
  if (after !== undefined) select = select.where('post_date', '>', after);
  if (before !== undefined) select = select.where('post_date', '<', before);
  return select;
}

/** Builds the query that says how many items of a list's type and status lie in each month, in the list's order. */
export const monthsOf = ({ type, status, order }: DatedList, { db }: Database) =>
  db
    .selectFrom('tappet_post_counts')
    .select(['bucket', sql<number>`sum(items)`.as('items')])
    .where('kind', '=', 'month')
    .where('post_type', '=', type)
    .where('post_status', '=', status)
    .groupBy('bucket')
    .having(sql<number>`sum(items)`, '>', 0)
    .orderBy('bucket', order);
