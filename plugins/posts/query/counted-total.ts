import { type Compilable, sql } from 'kysely';
import { type Database, totalBetween } from '../../database/index.ts';
import type { CountedList } from './counted-list.ts';

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
      .select(sql<string>`term_taxonomy_id || ''`.as('bucket'))
      .where('taxonomy', '=', term.taxonomy)
      .where('term_id', '=', term.id);
    return counts.where('kind', '=', 'term').where('bucket', '=', row);
  }
  if (dates === undefined) return counts.where('kind', '=', 'parent');
  const months = counts.where('kind', '=', dates.column === 'post_date' ? 'month' : 'month_modified');
  const items = db.selectFrom('posts').where('post_type', '=', list.type).where('post_status', '=', list.status);
  return db.selectNoFrom(totalBetween(dates, months, items, dates.column).as('total'));
}
