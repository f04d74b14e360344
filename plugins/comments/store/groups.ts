import { sql } from 'kysely';
import type { Database, Parameter } from '../../database/index.ts';
import { fromRow, STORED_COLUMNS } from '../comment.ts';
import { type CommentQuery, type CommentResult, rangeOf } from './comment-query.ts';
import { conditionsOf } from './conditions.ts';
import { orderingOf } from './ordering.ts';

/** A query for the comments of one item, or for the answers to one comment, taken apart. */
export interface GroupQuery {
  readonly column: 'comment_post_ID' | 'comment_parent';
  /** The item or comment. */
  readonly id: number;
  /** The other conditions on the comments. */
  readonly rest: CommentQuery;
}

/** Takes a query apart that asks for the beginning of one group's list; undefined for any other. */
export function groupOf(query: CommentQuery): GroupQuery | undefined {
  if (rangeOf(query).offset !== 0) return undefined;
  const { parents = [], posts = [], ...rest } = query;
  if (parents.length === 1) return { column: 'comment_parent', id: parents[0]!, rest: { ...rest, posts } };
  if (parents.length === 0 && posts.length === 1) return { column: 'comment_post_ID', id: posts[0]!, rest };
  return undefined;
}

/** The query for one group alone. */
export const ungrouped = ({ column, id, rest }: GroupQuery): CommentQuery =>
  column === 'comment_parent' ? { ...rest, parents: [id] } : { ...rest, posts: [id] };

/** The beginnings of the lists of many groups, and their totals, in one statement. */
export async function queryGroups(
  database: Database,
  { column, rest }: Pick<GroupQuery, 'column' | 'rest'>,
  ids: readonly number[],
): Promise<Map<number, CommentResult>> {
  const { limit } = rangeOf(rest);
  const statement = database.prepare(
    `comments.groups ${column} ${JSON.stringify(rest)}`,
    (parameter: Parameter<{ ids: readonly number[] }>) => {
      const ranked = database.db
        .selectFrom('comments')
        .select(({ fn }) => [
          'comment_ID as ranked_id',
          fn
            .agg<number>('row_number')
            .over((over) =>
              orderingOf(rest).reduce((each, [by, way]) => each.orderBy(by, way), over.partitionBy(column)),
            )
            .as('place'),
          fn
            .countAll<number>()
            .over((over) => over.partitionBy(column))
            .as('total'),
        ])
        .where(column, 'in', parameter('ids'))
        .where((eb) => eb.and(conditionsOf(rest, database)))
        .as('ranked');
      return database.db
        .selectFrom(ranked)
        .innerJoin('comments', 'comments.comment_ID', 'ranked.ranked_id')
        .select(STORED_COLUMNS.map((stored) => `comments.${stored}` as const))
        .select('ranked.total')
        .$if(limit !== undefined, (query) => query.where('ranked.place', '<=', limit!))
        .orderBy(sql.ref('ranked.place'));
    },
  );
  const rows = await statement.rows({ ids });
  const groups = new Map(ids.map((id) => [id, { comments: [] as ReturnType<typeof fromRow>[], total: 0 }]));
  for (const { total, ...row } of rows) {
    const group = groups.get(row[column])!;
    group.comments.push(fromRow(row));
    group.total = Number(total);
  }
  return groups;
}
