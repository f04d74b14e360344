import type { RawBuilder } from 'kysely';
import type { ContentStatuses } from '../../content-statuses/index.ts';
import type { Database, Parameter } from '../../database/index.ts';
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
  /** Whether the database keeps the total. */
  readonly isCounted: boolean;
  /** The list as an index holds it, where an index does. */
  readonly dated?: DatedList;
}

/** Prepares the statements of a query; queries that differ only in the part share their statements. */
export async function selection(given: PostQuery, statuses: ContentStatuses, database: Database): Promise<Selection> {
  const query = { ...given, terms: await withChildren(given.terms, database) };
  const known = knownStatuses(query, statuses);
  const { page: _page, offset: _offset, perPage: _perPage, order, orderBy, metaKey, ...filter } = query;
  const key = JSON.stringify([filter, known]);
  const totalOfPart = async (part: PostQuery) => (await selection(part, statuses, database)).total();
  const counted = database.hasCounts ? countedList(query, known) : undefined;
  const selected = (found: Pick<Selection, 'ids' | 'dated'>, read: () => Promise<number>): Selection => {
    const count = { key, read };
    return { ...found, count, total: () => totalOf(count, database), isCounted: counted !== undefined };
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
    const onTerms = termCondition(query);
    if (onTerms !== undefined) conditions.push(onTerms);
    if (few !== undefined) conditions.push(few);
    return database.db.selectFrom('posts').where((eb) => eb.and(conditions));
  };
  const gather = async (part: Part | undefined) => {
    const name = `posts.ids ${JSON.stringify([order, orderBy, metaKey])} ${statementKey}`;
    const statement = database.prepare(name, (parameter: Parameter<Partial<Part>>) => {
      let select = matching().select('posts.ID as id');
      for (const expression of orderOf(query, search, database)) {
        select = select.orderBy(expression as RawBuilder<number>);
      }
      return part === undefined ? select : select.limit(parameter('limit')).offset(parameter('offset'));
    });
    return (await statement.rows({ ...part })).map(({ id }) => Number(id));
  };
  const branches = branchesOf(query, known);
  const merge = branches === undefined ? undefined : merged(query, branches, key, database);
  const complement = complementOf(query);
  const total = async (): Promise<number> => {
    if (counted !== undefined) return countedTotal(counted, database);
    if (complement !== undefined)
      return (await totalOfPart(complement.whole)) - (await totalOfPart(complement.excluded));
    if (branches !== undefined && !branches.overlap) return sum(await Promise.all(branches.lists.map(totalOfPart)));
    if (merge !== undefined) return merge.count();
    const counting = database.prepare(`posts.count ${statementKey}`, () =>
      matching().select((eb) => eb.fn.countAll<number>().as('total')),
    );
    return Number((await counting.rows({}))[0]?.total);
  };
  const ids = (part: Part | undefined) => (part === undefined || merge === undefined ? gather(part) : merge.ids(part));
  return selected({ ids }, total);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
