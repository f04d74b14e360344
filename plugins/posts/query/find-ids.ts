import type { CompiledQuery } from 'kysely';
import type { ContentStatuses } from '../../content-statuses/index.ts';
import type { Database } from '../../database/index.ts';
import { DEEP, deepPart } from './deep-page.ts';
import { type FoundIds, withFirst } from './first-ids.ts';
import type { PostOrder, PostQuery } from './post-query.ts';
import { PER_PAGE, selection } from './selection.ts';
import { rememberedTotal } from './totals.ts';

/**
 * Finds the ids of one part of a list, and how many the whole list has. One statement finds the ids; a second tells
 * the total, unless the part shows where the list ends. Far behind in a list the total comes first.
 */
export function findIds(query: PostQuery, statuses: ContentStatuses, database: Database): Promise<FoundIds> {
  const { first = [], ...whole } = query;
  const find = (part: PostQuery) => findPart(part, statuses, database);
  return first.length === 0 ? find(whole) : withFirst(whole, first, find);
}

async function findPart(query: PostQuery, statuses: ContentStatuses, database: Database): Promise<FoundIds> {
  const perPage = query.perPage ?? PER_PAGE;
  const offset = query.offset ?? (Math.max(query.page ?? 1, 1) - 1) * Math.max(perPage, 0);
  const { select, walk, count, total, dated } = await selection(query, statuses, database);
  if (dated !== undefined && offset >= DEEP) {
    const all = await total();
    return { ids: await deepPart(dated, { limit: perPage, offset, total: all }, database), total: all };
  }
  const known = perPage < 0 ? undefined : rememberedTotal(count, database);
  if (known !== undefined && REVERSIBLE.has(query.orderBy ?? 'date') && offset > known / 2 && offset < known) {
    return { ids: await idsFromEnd(query, { perPage, offset, total: known }, statuses, database), total: known };
  }
  const isWalked = walk !== undefined && (await isShorter(offset + perPage, known, database));
  const ids = await idsOf(isWalked ? walk : select, perPage < 0 ? [] : [perPage, offset], database);

  const isEnd = perPage < 0 || (ids.length < perPage && (ids.length > 0 || offset === 0));
  if (isEnd) return { ids, total: (perPage < 0 ? 0 : offset) + ids.length };
  return { ids, total: known ?? (await total()) };
}

/** Orders in which no two items stand at one place, so that they can be read from either end. */
const REVERSIBLE: ReadonlySet<PostOrder> = new Set<PostOrder>(['author', 'date', 'id', 'modified', 'slug', 'title']);

/** The ids of a part, by a statement whose last parameters are those of the part. */
async function idsOf(
  select: CompiledQuery<{ id: number }>,
  part: readonly number[],
  database: Database,
): Promise<number[]> {
  const which = select.parameters.slice(0, select.parameters.length - part.length);
  return (await database.rows(select, [...which, ...part])).map((row) => Number(row.id));
}

/** Finds a part that is nearer to the end of its list by reading from there. */
async function idsFromEnd(
  query: PostQuery,
  { perPage, offset, total }: { perPage: number; offset: number; total: number },
  statuses: ContentStatuses,
  database: Database,
): Promise<number[]> {
  const order = query.order === 'asc' ? 'desc' : 'asc';
  const { select } = await selection({ ...query, order }, statuses, database);
  const count = Math.min(perPage, total - offset);
  return (await idsOf(select, [count, total - offset - count], database)).reverse();
}

/**
 * Whether the items up to the end of a part are found sooner by a walk along the order than by gathering all that are
 * in the list: known once they were counted, if they lie evenly.
 */
async function isShorter(end: number, total: number | undefined, database: Database): Promise<boolean> {
  if (!total || end <= 0) return false;
  const query = database.kept('posts.greatest', () =>
    database.db.selectFrom('posts').select((eb) => eb.fn.max<number>('ID').as('greatest')),
  );
  const [row] = await database.rows(query);
  return (end / total) * Number(row?.greatest) < total;
}
