import type { ContentStatuses } from '../../content-statuses/index.ts';
import type { Database } from '../../database/index.ts';
import { listUnlessCached } from '../caches.ts';
import { datedRows } from './dated-ids.ts';
import { DEEP, deepPart } from './deep-page.ts';
import { type FoundIds, withFirst } from './first-ids.ts';
import { DEFAULT_ORDER, DEFAULT_ORDER_BY, type Part, type PostOrder, type PostQuery, partOf } from './post-query.ts';
import { selection } from './selection.ts';
import { cachedTotal, keepingTotal } from './totals.ts';

/**
 * Finds the ids of one part of a list, and how many the whole list has. One statement finds the ids, with the rows where those
 * are not cached and an index leads to them; a second finds the total, at once where it is kept, and else unless the part shows
 * where the list ends. On PostgreSQL, where statements that wait for each other cost more than what they do, the first finds
 * the rows of any list, and counts it where nothing else does, and the second goes with it. For a part far behind in the list
 * the total is found first.
 */
export function findIds(query: PostQuery, statuses: ContentStatuses, database: Database): Promise<FoundIds> {
  const { first = [], ...whole } = query;
  const find = (part: PostQuery) => findPart(part, statuses, database);
  return first.length === 0 ? find(whole) : withFirst(whole, first, find);
}

async function findPart(query: PostQuery, statuses: ContentStatuses, database: Database): Promise<FoundIds> {
  const { ids: idsOf, count, total, isCounted, isGathered, page, dated } = await selection(query, statuses, database);
  const part = partOf(query);
  if (part === undefined) {
    const all = await idsOf(undefined);
    return { ids: all, total: all.length };
  }
  const { limit, offset } = part;
  if (dated !== undefined && offset >= DEEP) {
    const all = await total();
    return { ids: await deepPart(dated, { ...part, total: all }, database), total: all };
  }
  const known = cachedTotal(count, database);
  if (
    known !== undefined &&
    REVERSIBLE.has(query.orderBy ?? DEFAULT_ORDER_BY) &&
    offset > known / 2 &&
    offset < known
  ) {
    return { ids: await idsFromEnd(query, { ...part, total: known }, statuses, database), total: known };
  }
  const goesTogether = isCounted || database.dialect === 'postgres';
  if (dated !== undefined && goesTogether && offset < NEAR) {
    const key = JSON.stringify([count.key, dated.order, part]);
    const read = listUnlessCached(database, key, () => datedRows(dated, part, database));
    if (read !== undefined) {
      const [rows, all] = await Promise.all([read, known ?? total()]);
      return { ids: rows.map(({ ID }) => ID), rows, total: all };
    }
  }
  if (page !== undefined && offset < DEEP) {
    const key = JSON.stringify([count.key, query.order, query.orderBy, query.metaKey, part]);
    const keep = keepingTotal(count, database);
    let counted: number | undefined;
    const read = listUnlessCached(database, key, async () => {
      const found = await page(part, isGathered && known === undefined);
      counted = found.total;
      return found.rows;
    });
    if (read !== undefined) {
      const [rows, all = counted] = await Promise.all([read, known ?? (isGathered ? undefined : total())]);
      if (counted !== undefined) keep?.(counted);
      const isNone = rows.length === 0 && offset === 0;
      return { ids: rows.map(({ ID }) => ID), rows, total: all ?? (isNone ? 0 : await total()) };
    }
  }
  const ids = await idsOf(part);
  const isEnd = ids.length < limit && (ids.length > 0 || offset === 0);
  return { ids, total: isEnd ? offset + ids.length : (known ?? (await total())) };
}

/** Rows that many items lie before are found by their ids, as an index has these without a look at the items. */
const NEAR = 100;

/** Orders without ties, so that a list can be read from either end. */
const REVERSIBLE: ReadonlySet<PostOrder> = new Set<PostOrder>(['author', 'date', 'id', 'modified', 'slug', 'title']);

/** Finds a part that is nearer to the end of its list by reading from there. */
async function idsFromEnd(
  query: PostQuery,
  { limit, offset, total }: Part & { readonly total: number },
  statuses: ContentStatuses,
  database: Database,
): Promise<number[]> {
  const order = (query.order ?? DEFAULT_ORDER) === 'asc' ? 'desc' : 'asc';
  const { ids } = await selection({ ...query, order }, statuses, database);
  const count = Math.min(limit, total - offset);
  return (await ids({ limit: count, offset: total - offset - count })).reverse();
}
