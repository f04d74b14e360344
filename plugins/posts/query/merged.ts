import { expressionBuilder } from 'kysely';
import { type Branch, beginningOf, type Database, monthAt, type Parameter, type Tables } from '../../database/index.ts';
import type { Branches } from './branches.ts';
import { conditionsOf } from './conditions.ts';
import { isAsked } from './counted-list.ts';
import { datedSelect, itemsByMonth } from './dated-ids.ts';
import { datedList } from './dated-list.ts';
import { DEEP } from './deep-page.ts';
import { indexedOrder } from './order.ts';
import { DEFAULT_ORDER, DEFAULT_ORDER_BY, type Part, type PostQuery } from './post-query.ts';
import { rowCount } from './row-count.ts';

/** A list whose branches are merged. */
export interface Merged {
  ids(part: Part): Promise<number[]>;
  /** Counts the items of branches that overlap. */
  count(): Promise<number>;
}

/** The merged branches of a list. Undefined where an index does not hold each of them in the list's order. */
export function merged(query: PostQuery, { lists, overlap }: Branches, database: Database): Merged | undefined {
  const { order = DEFAULT_ORDER, orderBy = DEFAULT_ORDER_BY } = query;
  const selects = lists.map((list) => selectOf(list, database));
  if (selects.some((select) => select === undefined)) return undefined;
  const key = JSON.stringify([order, orderBy, lists.map(withoutPart)]);
  return {
    async ids(part) {
      const merge = (branches: readonly Branch[], name: string, from: Part) => {
        const statement = database.prepare(`posts.merged ${name}`, (parameter: Parameter<Part>) => {
          return database.mergeSorted(branches, {
            order,
            limit: rowCount(parameter('limit')),
            offset: rowCount(parameter('offset')),
            isDistinct: overlap,
          });
        });
        return statement.rows(from);
      };
      const read = async () => {
        if (part.offset < DEEP || orderBy !== 'date' || !lists.every(isWhole))
          return merge(selects as Branch[], key, part);
        const kinds = lists.map(({ types, statuses }) => ({ type: types![0]!, status: statuses![0]! }));
        const place = monthAt(await itemsByMonth(kinds, order, database), part.offset);
        if (place === undefined) return [];
        const dates = [{ column: 'post_date' as const, ...beginningOf(place.month, order) }];
        const bounded = lists.map((list) => selectOf({ ...list, dates }, database)!);
        return merge(bounded, `${key} ${place.month}`, { ...part, offset: part.offset - place.before });
      };
      return (await read()).map(({ id }) => Number(id));
    },
    async count() {
      const statement = database.prepare(`posts.union ${key}`, () => {
        const [first, ...others] = selects as Branch[];
        return database.db
          .selectFrom(others.reduce((union, branch) => union.union(branch), first!).as('items'))
          .select((eb) => eb.fn.countAll<number>().as('total'));
      });
      return Number((await statement.rows({}))[0]?.total);
    },
  };
}

/** A query without what says which part of its list is read. */
const withoutPart = ({ page: _page, offset: _offset, perPage: _perPage, ...rest }: PostQuery): PostQuery => rest;

/** Whether a branch holds all items of its type and status. */
const isWhole = ({ authors, authorsExclude, mimeTypes, exclude, parentsExclude, terms, dates }: PostQuery): boolean =>
  ![authors, authorsExclude, mimeTypes, exclude, parentsExclude, terms, dates].some(isAsked);

/** The items of a branch with what they are ordered by; undefined where no index holds them in that order. */
function selectOf(list: PostQuery, database: Database): Branch | undefined {
  const dated = datedList(list, list.statuses!);
  if (dated !== undefined) return datedSelect(dated, database);
  const by = indexedOrder(list, database);
  if (by === undefined || isAsked(list.terms)) return undefined;
  const conditions = conditionsOf(list, undefined, list.statuses!, database);
  return database.db
    .selectFrom('posts')
    .select(['posts.ID as id', by.as('place')])
    .where(expressionBuilder<Tables, 'posts'>().and(conditions)) as Branch;
}
