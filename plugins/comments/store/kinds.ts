import { type Expression, type SqlBool, sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import type { CommentQuery } from './comment-query.ts';
import { storedStatuses, storedTypes } from './conditions.ts';

/** Comments of one type and one status, in the order of which indexes hold them. */
export interface CommentKind {
  readonly type: string;
  readonly status: string;
  /** How many there are. */
  readonly total: number;
}

/** The kinds of comments that a query may find, from the derived counts: those alone of which there are any. */
export async function kindsOf(query: CommentQuery, database: Database): Promise<CommentKind[]> {
  const statement = database.prepare('comments.kinds', () =>
    database.db
      .selectFrom('tappet_comment_counts')
      .select(['comment_type', 'comment_approved', sql<number>`sum(items)`.as('total')])
      .where('kind', '=', 'parent')
      .groupBy(['comment_type', 'comment_approved'])
      .having(sql<number>`sum(items)`, '>', 0)
      .orderBy('comment_type')
      .orderBy('comment_approved'),
  );
  const rows = await statement.rows({});
  const [types, statuses] = [storedTypes(query.type), storedStatuses(query.status)];
  const allows = (values: readonly string[], value: string) => values.length === 0 || values.includes(value);
  return rows
    .filter((row) => allows(types, row.comment_type) && allows(statuses, row.comment_approved))
    .map((row) => ({ type: row.comment_type, status: row.comment_approved, total: Number(row.total) }));
}

/** The condition of being of one of some kinds, of which there is at least one. */
export function isAmong(kinds: readonly CommentKind[]): Expression<SqlBool> {
  const [type, status] = [sql.ref('comment_type'), sql.ref('comment_approved')];
  const each = kinds.map((kind) => sql`(${type} = ${kind.type} and ${status} = ${kind.status})`);
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}
