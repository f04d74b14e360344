import type { ContentStatuses } from '../../content-statuses/index.ts';
import type { Database } from '../../database/index.ts';
import { DEEP, deepPart } from './deep-page.ts';
import { type FoundIds, withFirst } from './first-ids.ts';
import { DEFAULT_ORDER, DEFAULT_ORDER_BY, type Part, type PostOrder, type PostQuery, partOf } from './post-query.ts';
import { selection } from './selection.ts';
import { cachedTotal } from './totals.ts';

/**
 * Finds the ids of one part of a list, and how many the whole list has. One statement finds the ids; a second finds the
 * total, unless the part shows where the list ends. For a part far behind in the list the total is found first.
 */
export function findIds(query: PostQuery, statuses: ContentStatuses, database: Database): Promise<FoundIds> {
  const { first = [], ...whole } = query;
  const find = (part: PostQuery) => findPart(part, statuses, database);
  return first.length === 0 ? find(whole) : withFirst(whole, first, find);
}

async function findPart(query: PostQuery, statuses: ContentStatuses, database: Database): Promise<FoundIds> {
  const { ids: idsOf, count, total, dated } = await selection(query, statuses, database);
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
  const ids = await idsOf(part);
  const isEnd = ids.length < limit && (ids.length > 0 || offset === 0);
  return { ids, total: isEnd ? offset + ids.length : (known ?? (await total())) };
}

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
