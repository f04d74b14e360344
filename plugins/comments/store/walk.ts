import { type Expression, expressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { CommentsTable, Database, Tables } from '../../database/index.ts';
import type { CommentQuery } from './comment-query.ts';
import { filtersOf } from './conditions.ts';
import type { CommentKind } from './kinds.ts';
import { columnOf } from './ordering.ts';

/** A part of a list. */
interface Part {
  readonly limit: number;
  readonly offset: number;
}

/**
 * The rows of a part of a list, read in the order of an index: one for each kind of comments, which are merged. Only the
 * rows of the part are read from the table itself, however far behind it is.
 */
export async function walk(
  query: CommentQuery,
  kinds: readonly CommentKind[],
  { limit, offset }: Part,
  database: Database,
): Promise<Selectable<CommentsTable>[]> {
  const { db } = database;
  const { order = 'desc' } = query;
  const filters = filtersOf(query, database);
  const column = columnOf(query);
  const [first, ...others] = kinds.map((kind) =>
    db
      .selectFrom('comments')
      .select(['comment_ID as id', `${column} as place`])
      .where(expressionBuilder<Tables, 'comments'>().and([...ofKind(kind), ...filters])),
  );
  if (first === undefined) return [];
  const found = others
    .reduce((union, branch) => union.unionAll(branch), first)
    .orderBy('place', order)
    .orderBy('id', order)
    .limit(limit)
    .offset(offset);
  return db
    .selectFrom(found.as('found'))
    .innerJoin('comments', 'comments.comment_ID', 'found.id')
    .selectAll('comments')
    .orderBy('found.place', order)
    .orderBy('found.id', order)
    .execute();
}

/** The conditions of being of a kind. */
function ofKind({ type, status }: CommentKind): Expression<SqlBool>[] {
  return [sql<SqlBool>`${sql.ref('comment_approved')} = ${status}`, sql<SqlBool>`${sql.ref('comment_type')} = ${type}`];
}
