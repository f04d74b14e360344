import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type DateBounds, monthsBetween } from './months.ts';

/**
 * The number of rows between bounds of a date: `months` takes whole months from derived counts, and `rows` counts those of
 * the months in which the bounds lie, by the date in a column.
 */
export function totalBetween(
  { after, before }: DateBounds,
  // biome-ignore lint/suspicious/noExplicitAny: the counts of any table.
  months: SelectQueryBuilder<any, any, { total: number }>,
  // biome-ignore lint/suspicious/noExplicitAny: the rows of any table.
  rows: SelectQueryBuilder<any, any, object>,
  column: string,
): RawBuilder<number> {
  const { whole, stretches } = monthsBetween({ after, before });
  let select = months;
  if (whole?.after !== undefined) select = select.where('bucket', '>', whole.after);
  if (whole?.before !== undefined) select = select.where('bucket', '<', whole.before);
  const beside = stretches.map(({ from, isFromWithin, to }) => {
    const stretch = rows.where(column, isFromWithin ? '>=' : '>', from).where(column, '<', to);
    return sql`(${stretch.select((eb) => eb.fn.countAll<number>().as('total'))})`;
  });
  const parts = [...(whole === undefined ? [] : [sql`(${select})`]), ...beside];
  return sql<number>`${sql.join(parts, sql` + `)}`;
}
