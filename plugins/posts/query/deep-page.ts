import { beginningOf, type Database, monthAt } from '../../database/index.ts';
import { datedIds, itemsByMonth } from './dated-ids.ts';
import type { DatedList } from './dated-list.ts';
import type { Part } from './post-query.ts';

/** Pages behind at least this many items are read from their month or from the end of the list. */
export const DEEP = 1000;

/**
 * Finds a part of a list whose total is known, from the beginning or the end of the list or from the month that the
 * part begins in.
 */
export async function deepPart(
  list: DatedList,
  { limit, offset, total }: Part & { readonly total: number },
  database: Database,
): Promise<number[]> {
  const part = { limit: Math.min(limit, total - offset), offset };
  if (part.limit <= 0) return [];
  const isWhole = [list.author, list.mimeType, list.term, list.after, list.before].every(
    (bound) => bound === undefined,
  );
  if (isWhole) return partFromMonth(list, part, database);
  const fromEnd = total - offset - part.limit;
  if (fromEnd >= offset) return datedIds(list, part, database);
  const reversed: DatedList = { ...list, order: list.order === 'asc' ? 'desc' : 'asc' };
  return (await datedIds(reversed, { ...part, offset: fromEnd }, database)).reverse();
}

async function partFromMonth(list: DatedList, { limit, offset }: Part, database: Database): Promise<number[]> {
  const found = monthAt(await itemsByMonth([{ type: list.type, status: list.status }], list.order, database), offset);
  if (found === undefined) return [];
  return datedIds(
    { ...list, ...beginningOf(found.month, list.order) },
    { limit, offset: offset - found.before },
    database,
  );
}
