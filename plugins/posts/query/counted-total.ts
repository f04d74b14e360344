import { type Compilable, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type Database, monthsBetween, type Stretch, type Tables } from '../../database/index.ts';
import type { CountedList } from './counted-list.ts';
import type { DateRange } from './post-query.ts';

/** The total of a list, from the derived counts. */
export async function countedTotal(list: CountedList, database: Database): Promise<number> {
  const statement = database.prepare(`posts.sum ${JSON.stringify(list)}`, () => countedTotalQuery(list, database));
  return Number((await statement.rows({}))[0]?.total);
}

function countedTotalQuery(list: CountedList, { db }: Database): Compilable<{ total: number }> {
  const { author, mimeType, isTop, term, dates } = list;
  const counts = db
    .selectFrom('tappet_post_counts')
    .select(sql<number>`coalesce(sum(items), 0)`.as('total'))
    .where('post_type', '=', list.type)
    .where('post_status', '=', list.status);
  if (author !== undefined) return counts.where('kind', '=', 'author').where('bucket', '=', String(author));
  if (mimeType !== undefined) return counts.where('kind', '=', 'mime').where('bucket', '=', mimeType);
  if (isTop) return counts.where('kind', '=', 'parent').where('bucket', '=', 'none');
  if (term !== undefined) {
    const row = db
      .selectFrom('term_taxonomy')
      .select(sql<string>`cast(term_taxonomy_id as varchar(20))`.as('bucket'))
      .where('taxonomy', '=', term.taxonomy)
      .where('term_id', '=', term.id);
    return counts.where('kind', '=', 'term').where('bucket', '=', row);
  }
  if (dates === undefined) return counts.where('kind', '=', 'parent');
  const months = counts.where('kind', '=', dates.column === 'post_date' ? 'month' : 'month_modified');
  return db.selectNoFrom(sql<number>`${sql.join(boundedParts(list, dates, months, db), sql` + `)}`.as('total'));
}

type MonthsQuery = SelectQueryBuilder<Tables, 'tappet_post_counts', { total: number }>;

/**
 * Takes whole months between the bounds from the derived counts, and counts the items of the months in which the bounds
 * lie.
 */
function boundedParts(
  { type, status }: CountedList,
  { column, after, before }: DateRange,
  months: MonthsQuery,
  db: Database['db'],
): RawBuilder<number>[] {
  const count = ({ from, isFromWithin, to }: Stretch) =>
    sql<number>`(${db
      .selectFrom('posts')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('post_type', '=', type)
      .where('post_status', '=', status)
      .where(column, isFromWithin ? '>=' : '>', from)
      .where(column, '<', to)})`;
  const { whole, stretches } = monthsBetween({ after, before });
  let select = months;
  if (whole?.after !== undefined) select = select.where('bucket', '>', whole.after);
  if (whole?.before !== undefined) select = select.where('bucket', '<', whole.before);
  return [...(whole === undefined ? [] : [sql<number>`(${select})`]), ...stretches.map(count)];
}
