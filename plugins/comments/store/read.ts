import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Database, Parameter, Tables } from '../../database/index.ts';
import { type Comment, fromRow, STORED_COLUMNS } from '../comment.ts';
import { type CommentQuery, type CommentResult, rangeOf } from './comment-query.ts';
import { kindsOf } from './kinds.ts';
import { type OrderPart, orderingOf } from './ordering.ts';
import { countRows, matching, totalOf } from './totals.ts';
import { walk } from './walk.ts';

/** The comments of these ids that exist. */
export async function byIds(database: Database, ids: readonly number[]): Promise<Map<number, Comment>> {
  if (ids.length === 0) return new Map();
  const statement = database.prepare('comments.byIds', (parameter: Parameter<{ ids: readonly number[] }>) =>
    database.db.selectFrom('comments').select(STORED_COLUMNS).where('comment_ID', 'in', parameter('ids')),
  );
  const rows = await statement.rows({ ids });
  return new Map(rows.map((row) => [row.comment_ID, fromRow(row)]));
}

/** A part of a list, and its total, which is asked for only when the part does not reach the end of the list. */
export async function query(database: Database, args: CommentQuery): Promise<CommentResult> {
  const { limit, offset } = rangeOf(args);
  const few = args.search ? await database.narrow('comments', [args.search]) : undefined;
  if (limit === undefined || few !== undefined || isNarrow(args)) {
    const comments = (await gather(database, args, few)).map(fromRow);
    const isEnd = limit === undefined || isLast(comments, limit, offset);
    return { comments, total: isEnd ? offset + comments.length : await countRows(args, database, few) };
  }
  const kinds = await kindsOf(args, database);
  const comments = (await walk(args, kinds, { limit, offset }, database)).map(fromRow);
  const isEnd = isLast(comments, limit, offset);
  return { comments, total: isEnd ? offset + comments.length : await totalOf(args, kinds, database) };
}

/** Whether a part shows where its list ends. */
const isLast = ({ length }: readonly Comment[], limit: number, offset: number): boolean =>
  length < limit && (length > 0 || offset === 0);

/** Whether a query asks for the comments of some items, comments, users or addresses, which indexes find. */
function isNarrow({ posts = [], parents = [], authors = [], include = [], authorEmail = '' }: CommentQuery): boolean {
  const isOfSome = (ids: readonly number[]) => ids.length > 0 && !ids.includes(0);
  return posts.length > 0 || include.length > 0 || authorEmail !== '' || isOfSome(parents) || isOfSome(authors);
}

/** The rows of a part of a list, of which all rows, or those of a few comments, are gathered and put in order. */
function gather(database: Database, args: CommentQuery, few?: Expression<SqlBool>) {
  const { limit, offset } = rangeOf(args);
  const { page: _page, perPage: _perPage, offset: _offset, ...filter } = args;
  const name = `comments.gather ${JSON.stringify([filter, few !== undefined])}`;
  const statement = database.prepare(name, (parameter: Parameter<{ limit?: number; offset?: number }>) => {
    const select = ordered(matching(args, database, few).select(STORED_COLUMNS), orderingOf(args));
    return limit === undefined ? select : select.limit(parameter('limit')).offset(parameter('offset'));
  });
  return statement.rows(limit === undefined ? {} : { limit, offset });
}

/** How many answers, approved or held, each of these comments has. */
export async function childCounts({ db, prepare }: Database, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const statement = prepare('comments.childCounts', (parameter: Parameter<{ ids: readonly number[] }>) =>
    db
      .selectFrom('comments')
      .select((eb) => ['comment_parent', eb.fn.countAll<number>().as('count')])
      .where('comment_parent', 'in', parameter('ids'))
      .where('comment_approved', 'in', ['0', '1'])
      .groupBy('comment_parent'),
  );
  const rows = await statement.rows({ ids });
  return new Map(rows.map(({ comment_parent, count }) => [comment_parent, Number(count)]));
}

function ordered<O>(select: SelectQueryBuilder<Tables, 'comments', O>, parts: readonly OrderPart[]) {
  return parts.reduce((query, [by, direction]) => query.orderBy(by, direction), select);
}
