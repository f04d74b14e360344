import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { ContentStatuses } from '../../content-statuses/index.ts';
import type { Database, Parameter } from '../../database/index.ts';
import { conditionsOf, knownStatuses } from './conditions.ts';
import { datedCount, datedIds } from './dated-ids.ts';
import { type DatedList, datedList } from './dated-list.ts';
import { countedTotal, isCounted } from './dated-totals.ts';
import type { ListCount } from './list-count.ts';
import { orderOf } from './order.ts';
import { DEFAULT_ORDER_BY, type Part, type PostQuery } from './post-query.ts';
import { parseSearch } from './search.ts';
import { termCondition, walkingCondition, withChildren } from './term-conditions.ts';
import { totalOf } from './totals.ts';

/** The statements that find a list. */
export interface Selection {
  /** Finds the ids of a part of the list; all of them when no part is given. */
  ids(part: Part | undefined): Promise<number[]>;
  /** Finds the same ids by reading items in their order; undefined where that would not be quicker. */
  walk?(part: Part | undefined): Promise<number[]>;
  /** Counts the whole list. */
  readonly count: ListCount;
  /** The total, from the cache or from `count`. */
  total(): Promise<number>;
  /** The list as an index holds it, where an index does. */
  readonly dated?: DatedList;
}

/** Prepares the statements of a query; queries that differ only in the part share their statements. */
export async function selection(given: PostQuery, statuses: ContentStatuses, database: Database): Promise<Selection> {
  const query = { ...given, terms: await withChildren(given.terms, database) };
  const known = knownStatuses(query, statuses);
  const dated = datedList(query, known);
  if (dated !== undefined) return ofDated(dated, database);

  const search = query.search ? parseSearch(query.search) : undefined;
  const few = search === undefined || query.searchMeta ? undefined : await database.narrow(search.words);
  const { page: _page, offset: _offset, perPage: _perPage, order, orderBy, metaKey, ...filter } = query;
  const key = JSON.stringify([filter, known, few !== undefined]);
  const matching = (onTerms: Expression<SqlBool> | undefined) => {
    const conditions = conditionsOf(query, search, known, database);
    if (onTerms !== undefined) conditions.push(onTerms);
    if (few !== undefined) conditions.push(few);
    return database.db.selectFrom('posts').where((eb) => eb.and(conditions));
  };
  const finder = (kind: string, onTerms: Expression<SqlBool> | undefined) => async (part: Part | undefined) => {
    const name = `posts.${kind} ${JSON.stringify([order, orderBy, metaKey])} ${key}`;
    const statement = database.prepare(name, (parameter: Parameter<Partial<Part>>) => {
      let select = matching(onTerms).select('posts.ID as id');
      for (const expression of orderOf(query, search, database)) {
        select = select.orderBy(expression as RawBuilder<number>);
      }
      return part === undefined ? select : select.limit(parameter('limit')).offset(parameter('offset'));
    });
    return (await statement.rows({ ...part })).map(({ id }) => Number(id));
  };
  const onTerms = termCondition(query);
  const onEach = (orderBy ?? DEFAULT_ORDER_BY) === 'date' ? walkingCondition(query) : undefined;
  const counting = database.prepare(`posts.count ${key}`, () =>
    matching(onTerms).select((eb) => eb.fn.countAll<number>().as('total')),
  );
  const count = { key, read: async () => Number((await counting.rows({}))[0]?.total) };
  return {
    ids: finder('ids', onTerms),
    ...(onEach === undefined ? {} : { walk: finder('walk', onEach) }),
    count,
    total: () => totalOf(count, database),
  };
}

function ofDated(dated: DatedList, database: Database): Selection {
  const key = JSON.stringify({ ...dated, order: undefined });
  const ids = (part: Part | undefined) => datedIds(dated, part, database);
  if (isCounted(dated)) {
    const count = { key, read: () => countedTotal(dated, database) };
    return { ids, count, total: () => totalOf(count, database), dated };
  }
  const count = { key, read: () => datedCount(dated, database) };
  return { ids, count, total: () => totalOf(count, database), dated };
}
