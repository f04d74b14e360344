import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ContentStatuses } from '../../content-statuses/index.ts';
import type { Database, Parameter, PostsTable } from '../../database/index.ts';
import { branchesOf } from './branches.ts';
import { complementOf } from './complement.ts';
import { conditionsOf, knownStatuses } from './conditions.ts';
import { countedList } from './counted-list.ts';
import { countedTotal } from './counted-total.ts';
import { datedCount, datedIds } from './dated-ids.ts';
import { type DatedList, datedList } from './dated-list.ts';
import type { ListCount } from './list-count.ts';
import { merged } from './merged.ts';
import { orderOf } from './order.ts';
import type { Part, PostQuery } from './post-query.ts';
import { rowsOf } from './rows-of.ts';
import { parseSearch } from './search.ts';
import { termCondition, withChildren } from './term-conditions.ts';
import { totalOf } from './totals.ts';

/** The statements that find a list. */
export interface Selection {
  /** Finds the ids of a part of the list; all of them when no part is given. */
  ids(part: Part | undefined): Promise<number[]>;
  /** Counts the whole list. */
  readonly count: ListCount;
  /** The total, from the cache or from `count`. */
  total(): Promise<number>;
  /** Whether the total is found by looking at all items of the list, which reading a page may do as well. */
  readonly isGathered: boolean;
  /** Whether the database keeps the total. */
  readonly isCounted: boolean;
  /**
   * Finds the rows of a part in one statement, and with them, where there are any, the total of the whole list that is to be
   * counted. Left out where statements that wait for each other cost little.
   */
  page?(part: Part, counts: boolean): Promise<Page>;
  /** The list as an index holds it, where an index does. */
  readonly dated?: DatedList;
}

/** The rows of a part, and the total of its list where that was counted. */
export interface Page {
  readonly rows: Selectable<PostsTable>[];
  readonly total?: number | undefined;
}

/** Prepares the statements of a query; queries that differ only in the part share their statements. */
export async function selection(given: PostQuery, statuses: ContentStatuses, database: Database): Promise<Selection> {
  const query = { ...given, terms: await withChildren(given.terms, database) };
  const known = knownStatuses(query, statuses);
  const { page: _page, offset: _offset, perPage: _perPage, order, orderBy, metaKey, ...filter } = query;
  const key = JSON.stringify([filter, known]);
  const totalOfPart = async (part: PostQuery) => (await selection(part, statuses, database)).total();
  const counted = database.hasCounts ? countedList(query, known) : undefined;
  const selected = (
    found: Pick<Selection, 'ids' | 'dated' | 'page'> & Partial<Pick<Selection, 'isGathered'>>,
    read: () => Promise<number>,
  ): Selection => {
    const count = { key, read };
    const isCounted = counted !== undefined;
    return { isGathered: false, ...found, count, total: () => totalOf(count, database), isCounted };
  };
  const dated = datedList(query, known);
  if (dated !== undefined) {
    const ids = (part: Part | undefined) => datedIds(dated, part, database);
    return selected({ ids, dated }, () =>
      counted === undefined ? datedCount(dated, database) : countedTotal(counted, database),
    );
  }

  const search = query.search ? parseSearch(query.search) : undefined;
  const few = search === undefined ? undefined : await database.narrow('posts', search.words, query.searchMeta);
  const statementKey = JSON.stringify([filter, known, few !== undefined]);
  const matching = () => {
    const conditions = conditionsOf(query, search, known, database);
    const onTerms = termCondition(query, database);
    if (onTerms !== undefined) conditions.push(onTerms);
    if (few !== undefined) conditions.push(few);
    return database.db.selectFrom('posts').where((eb) => eb.and(conditions));
  };
  const ordered = JSON.stringify([order, orderBy, metaKey]);
  const inOrder = <Q extends { orderBy(expression: RawBuilder<unknown>): Q }>(select: Q): Q =>
    orderOf(query, search, database).reduce((sorted, expression) => sorted.orderBy(expression), select);
  const gather = async (part: Part | undefined) => {
    const statement = database.prepare(
      `posts.ids ${ordered} ${statementKey}`,
      (parameter: Parameter<Partial<Part>>) => {
        const select = inOrder(matching().select('posts.ID as id'));
        return part === undefined ? select : select.limit(parameter('limit')).offset(parameter('offset'));
      },
    );
    return (await statement.rows({ ...part })).map(({ id }) => Number(id));
  };
  const gatherPage = async (part: Part, counts: boolean): Promise<Page> => {
    const name = `posts.page ${counts} ${ordered} ${statementKey}`;
    const statement = database.prepare(name, (parameter: Parameter<Part>) => {
      const total = sql<number | null>`${counts ? sql`count(*) over ()` : sql`null`}`;
      const found = inOrder(matching().select(['posts.ID as id', total.as('total')]))
        .limit(parameter('limit'))
        .offset(parameter('offset'));
      return inOrder(rowsOf(found, database).select('found.total'));
    });
    const rows = await statement.rows({ ...part });
    return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? undefined };
  };
  const branches = branchesOf(query, known);
  const merge = branches === undefined ? undefined : merged(query, branches, key, database);
  const complement = complementOf(query);
  const isInParts = branches !== undefined && !branches.overlap;
  const total = async (): Promise<number> => {
    if (counted !== undefined) return countedTotal(counted, database);
    if (complement !== undefined) {
      const [whole, excluded] = await Promise.all([complement.whole, complement.excluded].map(totalOfPart));
      return whole! - excluded!;
    }
    if (isInParts) return sum(await Promise.all(branches.lists.map(totalOfPart)));
    if (merge !== undefined) return merge.count();
    const counting = database.prepare(`posts.count ${statementKey}`, () =>
      matching().select((eb) => eb.fn.countAll<number>().as('total')),
    );
    return Number((await counting.rows({}))[0]?.total);
  };
  const isGathered = ![counted, complement, merge].some((way) => way !== undefined) && !isInParts;
  const ids = (part: Part | undefined) => (part === undefined || merge === undefined ? gather(part) : merge.ids(part));
  const page = async (part: Part, counts: boolean) =>
    merge === undefined ? gatherPage(part, counts) : { rows: await merge.rows(part) };
  return selected({ ids, isGathered, ...(database.dialect === 'postgres' && { page }) }, total);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
