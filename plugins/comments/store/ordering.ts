import { type Expression, sql } from 'kysely';
import type { CommentQuery } from './comment-query.ts';

/** A part of an order: an expression and its direction. */
export type OrderPart = readonly [by: Expression<unknown>, direction: 'asc' | 'desc'];

const COLUMNS = {
  date: 'comment_date',
  date_gmt: 'comment_date_gmt',
  id: 'comment_ID',
  include: 'comment_ID',
  post: 'comment_post_ID',
  parent: 'comment_parent',
  type: 'comment_type',
} as const;

const id = sql.ref('comment_ID');

/** The column that a query is ordered by. */
export const columnOf = ({ orderBy = 'date_gmt' }: CommentQuery) => COLUMNS[orderBy];

/** The order of a query; ids, in the same direction, make it definite. */
export function orderingOf({ orderBy = 'date_gmt', order = 'desc', include = [] }: CommentQuery): OrderPart[] {
  if (orderBy === 'include' && include.length > 0) return [[placeAmong(include), 'asc']];
  const column = columnOf({ orderBy });
  return column === 'comment_ID'
    ? [[id, order]]
    : [
        [sql.ref(column), order],
        [id, order],
      ];
}

/** The place of a comment's id in a list of ids. */
function placeAmong(ids: readonly number[]): Expression<unknown> {
  const places = ids.map((each, place) => sql`when ${each} then ${sql.lit(place)}`);
  return sql`case ${id} ${sql.join(places, sql` `)} end`;
}
