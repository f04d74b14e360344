import { type RawBuilder, sql } from 'kysely';
import type { BlockDependencies } from './dependencies.ts';

/** Years, months and days as the beginnings of stored dates of that many characters. */
export const PERIODS = { yearly: 4, monthly: 7, daily: 10 } as const;

/** A period, and how many posts were published in it. */
export interface PublishedIn {
  readonly period: string;
  readonly count: number;
}

const periodOf = (length: number): RawBuilder<string> => sql<string>`substr(post_date, 1, ${sql.lit(length)})`;

const published = ({ database }: Pick<BlockDependencies, 'database'>) =>
  database.db.selectFrom('posts').where('post_type', '=', 'post').where('post_status', '=', 'publish');

/** The periods in which posts were published, newest first; of one month, if one is given. */
export async function publishedIn(
  dependencies: Pick<BlockDependencies, 'database'>,
  length: number,
  month?: string,
): Promise<PublishedIn[]> {
  const period = periodOf(length);
  let select = published(dependencies)
    .select((eb) => [period.as('period'), eb.fn.countAll().as('count')])
    .groupBy(period)
    .orderBy(period, 'desc');
  if (month !== undefined) select = select.where(periodOf(PERIODS.monthly), '=', month);
  const rows = await select.execute();
  return rows.map(({ period: name, count }) => ({ period: name, count: Number(count) }));
}

/** The nearest months before and after one in which posts were published. */
export async function monthsAround(
  dependencies: Pick<BlockDependencies, 'database'>,
  month: string,
): Promise<{ before?: string; after?: string }> {
  const period = periodOf(PERIODS.monthly);
  const nearest = async (side: '<' | '>') => {
    const row = await published(dependencies)
      .select(period.as('period'))
      .where(period, side, month)
      .orderBy('post_date', side === '<' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst();
    return row?.period;
  };
  const [before, after] = [await nearest('<'), await nearest('>')];
  return { before, after };
}
