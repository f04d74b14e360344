import { type Expression, type SqlBool, sql } from 'kysely';
import { type Database, totalBetween } from '../../database/index.ts';
import type { CommentQuery } from './comment-query.ts';
import { conditionsOf } from './conditions.ts';
import { type CommentKind, isAmong } from './kinds.ts';

/**
 * How many comments of these kinds a query finds: from the derived counts where they hold it, and counted in the table
 * where not.
 */
export async function totalOf(query: CommentQuery, kinds: readonly CommentKind[], database: Database): Promise<number> {
  for (const [without, within] of EXCLUSIONS) {
    const excluded = query[without] ?? [];
    if (excluded.length === 0 || (query[within] ?? []).length > 0) continue;
    const rest = { ...query, [without]: [] };
    return (await totalOf(rest, kinds, database)) - (await totalOf({ ...rest, [within]: excluded }, kinds, database));
  }
  for (const member of ['parents', 'authors'] as const) {
    const others = new Set(query[member]);
    if (!others.delete(0) || others.size === 0) continue;
    const [none, some] = [[0], [...others]].map((ids) => totalOf({ ...query, [member]: ids }, kinds, database));
    return (await none!) + (await some!);
  }
  const bucket = bucketOf(query);
  return bucket === undefined || !database.hasCounts
    ? countRows(query, database)
    : countedTotal(query, kinds, bucket, database);
}

/** How many comments a query finds, counted in the table; with a condition, among the few that meet it. */
export async function countRows(query: CommentQuery, database: Database, few?: Expression<SqlBool>): Promise<number> {
  const { total } = await matching(query, database, few)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** The members of a query that leave comments out, each with the one that asks for these comments alone. */
const EXCLUSIONS = [
  ['exclude', 'include'],
  ['parentsExclude', 'parents'],
  ['authorsExclude', 'authors'],
] as const;

/** What a query asks for beside types and statuses: nothing, what refers to none, or dates. */
type Bucket = 'all' | 'parent' | 'user' | 'month';

/** The bucket of the derived counts that holds a query's total. */
function bucketOf(query: CommentQuery): Bucket | undefined {
  const { parents = [], authors = [], after, before } = query;
  if (UNCOUNTED.some((name) => (query[name] ?? '').length > 0)) return undefined;
  const buckets: Bucket[] = [];
  if (parents.length > 0) buckets.push('parent');
  if (authors.length > 0) buckets.push('user');
  if (after !== undefined || before !== undefined) buckets.push('month');
  if (buckets.length > 1 || [...parents, ...authors].some((id) => id !== 0)) return undefined;
  return buckets[0] ?? 'all';
}

/** The members of a query on which nothing is counted. */
const UNCOUNTED = [
  'posts',
  'include',
  'exclude',
  'parentsExclude',
  'authorsExclude',
  'authorEmail',
  'search',
] as const satisfies (keyof CommentQuery)[];

async function countedTotal(
  query: CommentQuery,
  kinds: readonly CommentKind[],
  bucket: Bucket,
  database: Database,
): Promise<number> {
  if (bucket === 'all') return kinds.reduce((sum, { total }) => sum + total, 0);
  if (kinds.length === 0) return 0;
  const { db } = database;
  const counts = db
    .selectFrom('tappet_comment_counts')
    .select(sql<number>`coalesce(sum(items), 0)`.as('total'))
    .where('kind', '=', bucket)
    .where(isAmong(kinds));
  const read =
    bucket === 'month'
      ? totalBetween(query, counts, matching({ type: query.type, status: query.status }, database), 'comment_date')
      : sql<number>`(${counts.where('bucket', '=', 'none')})`;
  const { total } = await db.selectNoFrom(read.as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

/** The comments that a query finds; with a condition, those of the few that meet it. */
export const matching = (query: CommentQuery, database: Database, few?: Expression<SqlBool>) =>
  database.db
    .selectFrom('comments')
    .where((eb) => eb.and([...conditionsOf(query, database), ...(few === undefined ? [] : [few])]));
