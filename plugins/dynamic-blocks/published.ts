import { type RawBuilder, sql } from 'kysely';
import { beginningOf } from '../database/index.ts';
import type { BlockDependencies } from './dependencies.ts';

/** Years, months and days as the beginnings of stored dates of that many characters. */
export const PERIODS = { yearly: 4, monthly: 7, daily: 10 } as const;

/** A period, and how many posts were published in it. */
export interface PublishedIn {
  readonly period: string;
  readonly count: number;
}

const beginning = (column: 'bucket' | 'post_date', length: number): RawBuilder<string> =>
  sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(length)})`;

/** The derived counts of the months in which posts were published. */
const months = ({ database }: Pick<BlockDependencies, 'database'>) =>
  database.db
    .selectFrom('tappet_post_counts')
    .where('kind', '=', 'month')
    .where('post_type', '=', 'post')
    .where('post_status', '=', 'publish');

/** The years, months or days in which posts were published, newest first. */
export async function publishedIn(
  dependencies: Pick<BlockDependencies, 'database'>,
  length: number,
): Promise<PublishedIn[]> {
  if (length > PERIODS.monthly) return daysOf(dependencies);
  const period = beginning('bucket', length);
  const rows = await months(dependencies)
    .select([period.as('period'), sql<number>`sum(items)`.as('count')])
    .groupBy(period)
    .having(sql<number>`sum(items)`, '>', 0)
    .orderBy(period, 'desc')
    .execute();
  return rows.map(({ period: name, count }) => ({ period: name, count: Number(count) }));
}

/** The days on which posts were published, newest first; of one month, if one is given. */
export async function daysOf(
  { database }: Pick<BlockDependencies, 'database'>,
  month?: string,
): Promise<PublishedIn[]> {
  const period = beginning('post_date', PERIODS.daily);
  let select = database.db
    .selectFrom('posts')
    .where('post_type', '=', 'post')
    .where('post_status', '=', 'publish')
    .select((eb) => [period.as('period'), eb.fn.countAll().as('count')])
    .groupBy(period)
    .orderBy(period, 'desc');
  if (month !== undefined) {
    const { after, before } = { ...beginningOf(month, 'asc'), ...beginningOf(month, 'desc') };
    if (after !== undefined) select = select.where('post_date', '>', after);
    if (before !== undefined) select = select.where('post_date', '<', before);
  }
  const rows = await select.execute();
  return rows.map(({ period: name, count }) => ({ period: name, count: Number(count) }));
}

/** The nearest months before and after one in which posts were published. */
export async function monthsAround(
  dependencies: Pick<BlockDependencies, 'database'>,
  month: string,
): Promise<{ before?: string; after?: string }> {
  const nearest = async (side: '<' | '>') => {
    const row = await months(dependencies)
      .select('bucket')
      .where('bucket', side, month)
      .groupBy('bucket')
      .having(sql<number>`sum(items)`, '>', 0)
      .orderBy('bucket', side === '<' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst();
    return row?.bucket;
  };
  const [before, after] = [await nearest('<'), await nearest('>')];
  return { before, after };
}
