import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Branch, Database, Parameter, PostsTable } from '../../database/index.ts';
import { STORED_COLUMNS } from '../post.ts';
import type { DatedList } from './dated-list.ts';
import type { Part } from './post-query.ts';
import { rowsOf } from './rows-of.ts';

/** The values of the statements on dated lists, by the names of their parameters. */
interface DatedValues {
  readonly type: string;
  readonly status: string;
  readonly author?: number;
  readonly mimeType?: string;
  readonly taxonomy?: string;
  readonly term?: number;
  readonly after?: string;
  readonly before?: string;
}

function valuesOf({ type, status, author, mimeType, term, after, before }: DatedList): DatedValues {
  return { type, status, author, mimeType, taxonomy: term?.taxonomy, term: term?.id, after, before };
}

/** The items of a dated list as a branch of another list: their ids and dates, with the list's values in the text. */
export function datedSelect(list: DatedList, database: Database): Branch {
  const values = valuesOf(list);
  const literal = ((name: keyof DatedValues) => sql`${values[name]}`) as Parameter<DatedValues>;
  return list.term === undefined
    ? (ofPosts(list, literal, database).select(['ID as id', 'post_date as place']) as Branch)
    : (ofTerm(list, literal, database).select(['post_id as id', 'post_date as place']) as Branch);
}

/** The ids of a part of a dated list; all of them when no part is given. */
export async function datedIds(list: DatedList, part: Part | undefined, database: Database): Promise<number[]> {
  const { order } = list;
  const statement = database.prepare(`posts.dated ${order}`, (parameter: Parameter<DatedValues & Partial<Part>>) => {
    const limit = parameter('limit');
    const offset = parameter('offset');
    if (list.term !== undefined) {
      const select = ofTerm(list, parameter, database).select('post_id as id');
      const ordered = select.orderBy('post_date', order).orderBy('post_id', order);
      return part === undefined ? ordered : ordered.limit(limit).offset(offset);
    }
    const select = ofPosts(list, parameter, database).select('ID as id');
    const ordered = select.orderBy('post_date', order).orderBy('ID', order);
    return part === undefined ? ordered : ordered.limit(limit).offset(offset);
  });
  const rows = await statement.rows({ ...valuesOf(list), ...part });
  return rows.map(({ id }) => Number(id));
}

/** The rows of a part of a dated list. */
export function datedRows(list: DatedList, part: Part, database: Database): Promise<Selectable<PostsTable>[]> {
  const { order } = list;
  const statement = database.prepare(`posts.datedRows ${order}`, (parameter: Parameter<DatedValues & Part>) => {
    const [limit, offset] = [parameter('limit'), parameter('offset')];
    if (list.term === undefined) {
      const select = ofPosts(list, parameter, database).select(STORED_COLUMNS);
      return select.orderBy('post_date', order).orderBy('ID', order).limit(limit).offset(offset);
    }
    const select = ofTerm(list, parameter, database).select(['post_id as id', 'post_date as place']);
    const found = select.orderBy('place', order).orderBy('id', order).limit(limit).offset(offset);
    return rowsOf(found, database).orderBy('found.place', order).orderBy('found.id', order);
  });
  return statement.rows({ ...valuesOf(list), ...part });
}

/** How many items a dated list has, counted in its index. */
export async function datedCount(list: DatedList, database: Database): Promise<number> {
  const statement = database.prepare('posts.datedCount', (parameter: Parameter<DatedValues>) =>
    list.term === undefined
      ? ofPosts(list, parameter, database).select((eb) => eb.fn.countAll<number>().as('total'))
      : ofTerm(list, parameter, database).select((eb) => eb.fn.countAll<number>().as('total')),
  );
  const [row] = await statement.rows(valuesOf(list));
  return Number(row?.total);
}

function ofPosts({ author, mimeType, after, before }: DatedList, parameter: Parameter<DatedValues>, { db }: Database) {
  let select = db
    .selectFrom('posts')
    .where('post_type', '=', parameter('type'))
    .where('post_status', '=', parameter('status'));
  if (author !== undefined) select = select.where('post_author', '=', parameter('author'));
  if (mimeType !== undefined) select = select.where('post_mime_type', '=', parameter('mimeType'));
  if (after !== undefined) select = select.where('post_date', '>', parameter('after'));
  if (before !== undefined) select = select.where('post_date', '<', parameter('before'));
  return select;
}

function ofTerm({ after, before }: DatedList, parameter: Parameter<DatedValues>, { db }: Database) {
  const row = db
    .selectFrom('term_taxonomy')
    .select('term_taxonomy_id')
    .where('taxonomy', '=', parameter('taxonomy'))
    .where('term_id', '=', parameter('term'));
  let select = db
    .selectFrom('tappet_term_posts')
    .where('term_taxonomy_id', '=', row)
    .where('post_type', '=', parameter('type'))
    .where('post_status', '=', parameter('status'));
  if (after !== undefined) select = select.where('post_date', '>', parameter('after'));
  if (before !== undefined) select = select.where('post_date', '<', parameter('before'));
  return select;
}

/** How many items of some types and statuses lie in each month, in an order. */
export function itemsByMonth(
  lists: readonly Pick<DatedList, 'type' | 'status'>[],
  order: 'asc' | 'desc',
  { db, prepare }: Database,
) {
  const ofEach = lists.map(({ type, status }) => sql`(post_type = ${type} and post_status = ${status})`);
  const statement = prepare(`posts.months ${JSON.stringify([order, lists])}`, () =>
    db
      .selectFrom('tappet_post_counts')
      .select(['bucket', sql<number>`sum(items)`.as('items')])
      .where('kind', '=', 'month')
      .where(sql<SqlBool>`(${sql.join(ofEach, sql` or `)})`)
      .groupBy('bucket')
      .having(sql<number>`sum(items)`, '>', 0)
      .orderBy('bucket', order),
  );
  return statement.rows({});
}
