import { type Expression, expressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import {
  beginningOf,
  type CommentsTable,
  type Database,
  type DateBounds,
  monthAt,
  type Tables,
} from '../../database/index.ts';
import type { CommentOrder, CommentQuery } from './comment-query.ts';
import { filtersOf } from './conditions.ts';
import { type CommentKind, isAmong } from './kinds.ts';
import { columnOf } from './ordering.ts';

/** A part of a list. */
interface Part {
  readonly limit: number;
  readonly offset: number;
}

/** Pages behind at least this many comments are read from the month that they begin in. */
const DEEP = 1000;

/** The derived counts of the orders whose pages begin in a month. */
const MONTHS: Readonly<Partial<Record<CommentOrder, 'month' | 'month_gmt'>>> = { date: 'month', date_gmt: 'month_gmt' };

/**
 * The rows of a part of a list, read in the order of an index: one for each kind of comments, which are merged. Only the
 * rows of the part are read from the table itself, however far behind it is.
 */
export async function walk(
  query: CommentQuery,
  kinds: readonly CommentKind[],
  part: Part,
  database: Database,
): Promise<Selectable<CommentsTable>[]> {
  if (kinds.length === 0) return [];
  const { order = 'desc', orderBy = 'date_gmt' } = query;
  const filters = filtersOf(query, database);
  const months = MONTHS[orderBy];
  if (months === undefined || part.offset < DEEP || filters.length > 0)
    return merge(query, kinds, filters, part, database);
  const place = monthAt(await itemsByMonth(months, kinds, order, database), part.offset);
  if (place === undefined) return [];
  const rest = { limit: part.limit, offset: part.offset - place.before };
  return merge(query, kinds, bounded(columnOf(query), beginningOf(place.month, order)), rest, database);
}

/** How many comments of some kinds lie in each month, in an order. */
function itemsByMonth(
  months: 'month' | 'month_gmt',
  kinds: readonly CommentKind[],
  order: 'asc' | 'desc',
  { db }: Database,
): Promise<{ bucket: string; items: number }[]> {
  return db
    .selectFrom('tappet_comment_counts')
    .select(['bucket', sql<number>`sum(items)`.as('items')])
    .where('kind', '=', months)
    .where(isAmong(kinds))
    .groupBy('bucket')
    .orderBy('bucket', order)
    .execute();
}

/** Merges the comments of some kinds that meet conditions. */
async function merge(
  query: CommentQuery,
  kinds: readonly CommentKind[],
  conditions: readonly Expression<SqlBool>[],
  { limit, offset }: Part,
  database: Database,
): Promise<Selectable<CommentsTable>[]> {
  const { db } = database;
  const { order = 'desc' } = query;
  const column = columnOf(query);
  const branches = kinds.map((kind) =>
    db
      .selectFrom('comments')
      .select(['comment_ID as id', `${column} as place`])
      .where(expressionBuilder<Tables, 'comments'>().and([isAmong([kind]), ...conditions])),
  );
  const found = database.mergeSorted(branches, { order, limit, offset });
  return db
    .selectFrom(found.as('found'))
    .innerJoin('comments', 'comments.comment_ID', 'found.id')
    .selectAll('comments')
    .orderBy('found.place', order)
    .orderBy('found.id', order)
    .execute();
}

/** The conditions of lying between bounds. */
const bounded = (column: string, { after, before }: DateBounds): Expression<SqlBool>[] => [
  ...(after === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} > ${after}`]),
  ...(before === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} < ${before}`]),
];
