import type { SelectQueryBuilder } from 'kysely';
import type { Database, Tables } from '../../database/index.ts';
import { type Comment, fromRow } from '../comment.ts';
import { type CommentQuery, type CommentResult, rangeOf } from './comment-query.ts';
import { conditionsOf } from './conditions.ts';
import { type OrderPart, orderingOf } from './ordering.ts';

/** The comments of these ids that exist. */
export async function byIds({ db }: Database, ids: readonly number[]): Promise<Map<number, Comment>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('comments').selectAll().where('comment_ID', 'in', ids).execute();
  return new Map(rows.map((row) => [row.comment_ID, fromRow(row)]));
}

/** A part of a list; counts in the database only when the part does not reach the end of the list. */
export async function query(database: Database, args: CommentQuery): Promise<CommentResult> {
  const { limit, offset } = rangeOf(args);
  const matching = database.db.selectFrom('comments').where((eb) => eb.and(conditionsOf(args, database)));
  let part = ordered(matching.selectAll('comments'), orderingOf(args));
  if (limit !== undefined) part = part.limit(limit).offset(offset);
  const comments = (await part.execute()).map(fromRow);
  const isEnd = limit === undefined || (comments.length < limit && (comments.length > 0 || offset === 0));
  if (isEnd) return { comments, total: offset + comments.length };
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { comments, total: Number(total) };
}

/** How many answers, approved or held, each of these comments has. */
export async function childCounts({ db }: Database, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('comments')
    .select((eb) => ['comment_parent', eb.fn.countAll<number>().as('count')])
    .where('comment_parent', 'in', ids)
    .where('comment_approved', 'in', ['0', '1'])
    .groupBy('comment_parent')
    .execute();
  return new Map(rows.map(({ comment_parent, count }) => [comment_parent, Number(count)]));
}

function ordered<O>(select: SelectQueryBuilder<Tables, 'comments', O>, parts: readonly OrderPart[]) {
  return parts.reduce((query, [by, direction]) => query.orderBy(by, direction), select);
}
