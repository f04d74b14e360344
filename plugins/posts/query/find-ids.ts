import type { CompiledQuery, RawBuilder } from 'kysely';
import type { ContentStatuses } from '../../content-statuses/index.ts';
import type { Database } from '../../database/index.ts';
import { conditionsOf } from './conditions.ts';
import { orderOf } from './order.ts';
import type { PostOrder, PostQuery } from './post-query.ts';
import { parseSearch } from './search.ts';
import { termCondition, walkingCondition } from './term-conditions.ts';
import { rememberedTotal, totalOf } from './totals.ts';

const PER_PAGE = 10;

/**
 * Finds the ids of one part of a list, and how many the whole list has. One statement finds the ids; a second
 * counts, unless the part shows where the list ends.
 */
export async function findIds(
  query: PostQuery,
  statuses: ContentStatuses,
  database: Database,
): Promise<{ ids: number[]; total: number }> {
  const perPage = query.perPage ?? PER_PAGE;
  const offset = query.offset ?? (Math.max(query.page ?? 1, 1) - 1) * Math.max(perPage, 0);
  const { select, walk, count } = await selection(query, statuses, database);
  const known = perPage < 0 ? undefined : rememberedTotal(count, database);
  if (known !== undefined && REVERSIBLE.has(query.orderBy ?? 'date') && offset > known / 2 && offset < known) {
    return { ids: await idsFromEnd(query, { perPage, offset, total: known }, statuses, database), total: known };
  }
  const isWalked = walk !== undefined && (await isShorter(offset + perPage, known, database));
  const ids = await idsOf(isWalked ? walk : select, perPage < 0 ? [] : [perPage, offset], database);

  const isEnd = perPage < 0 || (ids.length < perPage && (ids.length > 0 || offset === 0));
  if (isEnd) return { ids, total: (perPage < 0 ? 0 : offset) + ids.length };
  return { ids, total: await totalOf(count, database) };
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
  return (await database.rows(select, [...which, ...part])).map((row) => row.id);
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

interface Selection {
  /** Finds the ids; its last parameters are limit and offset, unless everything is wanted. */
  readonly select: CompiledQuery<{ id: number }>;
  /** Finds the same ids by looking at items in their order. */
  readonly walk?: CompiledQuery<{ id: number }>;
  readonly count: CompiledQuery<{ total: number }>;
}

/** The statements of a query, whatever part of the list it asks for; built once for queries that differ in that alone. */
async function selection(query: PostQuery, statuses: ContentStatuses, database: Database): Promise<Selection> {
  const { page: _, offset: __, perPage = PER_PAGE, ...which } = query;
  const onTerms = await termCondition(query, database);
  const build = (byTerms = onTerms) => {
    const search = query.search ? parseSearch(query.search) : undefined;
    const conditions = conditionsOf(query, search, statuses, database);
    if (byTerms !== undefined) conditions.push(byTerms);
    const matching = database.db.selectFrom('posts').where((eb) => eb.and(conditions));
    let select = matching.select('posts.ID as id');
    for (const expression of orderOf(query, search, database)) {
      select = select.orderBy(expression as RawBuilder<number>);
    }
    if (perPage >= 0) select = select.limit(1).offset(0);
    const count = matching.select((eb) => eb.fn.countAll<number>().as('total'));
    return { select, count };
  };
  // What terms are below others is read anew each time.
  if (query.terms?.some((clause) => clause.includeChildren))
    return { select: build().select.compile(), count: build().count.compile() };
  const known = statuses.all().map(({ name, exclude_from_search }) => [name, exclude_from_search]);
  const key = JSON.stringify([which, perPage >= 0, known]);
  const isWalkable = perPage > 0 && (query.orderBy === undefined || query.orderBy === 'date');
  const onEach = isWalkable ? walkingCondition(query) : undefined;
  return {
    select: database.kept(`posts.ids ${key}`, () => build().select),
    ...(onEach === undefined ? {} : { walk: database.kept(`posts.walk ${key}`, () => build(onEach).select) }),
    count: database.kept(`posts.count ${key}`, () => build().count),
  };
}
