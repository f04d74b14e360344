import type { Database } from '../../database/index.ts';
import { datedIds, monthsOf } from './dated-ids.ts';
import type { DatedList } from './dated-list.ts';
import { endOf } from './months.ts';

/** From so many items on a page is looked for where it is near. */
export const DEEP = 1000;

/** A part of a list whose total is known, looked for from its beginning, its end or the month that it begins in. */
export async function deepPart(
  list: DatedList,
  { limit, offset, total }: { limit: number; offset: number; total: number },
  database: Database,
): Promise<number[]> {
  const part = Math.min(limit, total - offset);
  if (part <= 0) return [];
  const isWhole = [list.author, list.term, list.after, list.before].every((bound) => bound === undefined);
  if (isWhole) return partFromMonth(list, part, offset, database);
  const fromEnd = total - offset - part;
  if (fromEnd >= offset) return partOf(list, part, offset, database);
  const reversed: DatedList = { ...list, order: list.order === 'asc' ? 'desc' : 'asc' };
  return (await partOf(reversed, part, fromEnd, database)).reverse();
}

async function partFromMonth(list: DatedList, limit: number, offset: number, database: Database): Promise<number[]> {
  const { type, status, order } = list;
  const query = database.kept(`posts.months ${type} ${status} ${order}`, () => monthsOf(list, database));
  let before = 0;
  for (const { bucket, items } of await database.rows(query)) {
    const count = Number(items);
    if (before + count > offset) {
      // The name of a month lies before all its dates, and after those of the month before.
      const bound = order === 'desc' ? { before: endOf(bucket) } : { after: bucket };
      return partOf({ ...list, ...bound }, limit, offset - before, database);
    }
    before += count;
  }
  return [];
}

async function partOf(list: DatedList, limit: number, offset: number, database: Database): Promise<number[]> {
  const { after, before, ...rest } = list;
  const bounds = [after, before].filter((bound) => bound !== undefined);
  // The query is the same for all dates; they are parameters.
  const key = `posts.part ${JSON.stringify([rest, after !== undefined, before !== undefined])}`;
  const query = database.kept(key, () => datedIds(list, database));
  const fixed = query.parameters.slice(0, query.parameters.length - bounds.length - 2);
  const rows = await database.rows(query, [...fixed, ...bounds, limit, offset]);
  return rows.map(({ id }) => Number(id));
}
