import { expressionBuilder, type Selectable } from 'kysely';
import {
  type Branch,
  beginningOf,
  type Database,
  monthAt,
  type Parameter,
  type PostsTable,
  type Tables,
} from '../../database/index.ts';
import type { Branches } from './branches.ts';
import { conditionsOf } from './conditions.ts';
import { isAsked } from './counted-list.ts';
import { datedSelect, itemsByMonth } from './dated-ids.ts';
import { datedList } from './dated-list.ts';
import { DEEP } from './deep-page.ts';
import { indexedOrder } from './order.ts';
import { DEFAULT_ORDER, DEFAULT_ORDER_BY, type Part, type PostQuery } from './post-query.ts';
import { rowsOf } from './rows-of.ts';

/** A list whose branches are merged. */
export interface Merged {
  ids(part: Part): Promise<number[]>;
  /** The rows of a part, by their ids. */
  rows(part: Part): Promise<Selectable<PostsTable>[]>;
  /** Counts the items of branches that overlap. */
  count(): Promise<number>;
}

/**
 * The merged branches of a list, which a key identifies but for its order. Undefined where an index does not hold each of
 * them in that order.
 */
export function merged(
  query: PostQuery,
  { lists, overlap }: Branches,
  key: string,
  database: Database,
): Merged | undefined {
  const { order = DEFAULT_ORDER, orderBy = DEFAULT_ORDER_BY } = query;
  if (!lists.every((list) => isHeld(list, database))) return undefined;
  const select = (parameter: Parameter<Part>, bounds: Partial<PostQuery> = {}) =>
    database.mergeSorted(
      lists.map((list) => selectOf({ ...list, ...bounds }, database)),
      { order, limit: parameter('limit'), offset: parameter('offset'), isDistinct: overlap },
    );
  const merge = (from: Part, month = '', bounds: Partial<PostQuery> = {}) => {
    const name = `posts.merged ${order} ${orderBy} ${month} ${key}`;
    return database.prepare(name, (parameter: Parameter<Part>) => select(parameter, bounds)).rows(from);
  };
  const read = async (part: Part) => {
    if (part.offset < DEEP || orderBy !== 'date' || !lists.every(isWhole)) return merge(part);
    const kinds = lists.map(({ types, statuses }) => ({ type: types![0]!, status: statuses![0]! }));
    const place = monthAt(await itemsByMonth(kinds, order, database), part.offset);
    if (place === undefined) return [];
    const dates = [{ column: 'post_date' as const, ...beginningOf(place.month, order) }];
    return merge({ ...part, offset: part.offset - place.before }, place.month, { dates });
  };
  return {
    ids: async (part) => (await read(part)).map(({ id }) => Number(id)),
    rows(part) {
      const statement = database.prepare(`posts.mergedRows ${order} ${orderBy} ${key}`, (parameter: Parameter<Part>) =>
        rowsOf(select(parameter), database).orderBy('found.place', order).orderBy('found.id', order),
      );
      return statement.rows(part);
    },
    async count() {
      const statement = database.prepare(`posts.union ${key}`, () => {
        const [first, ...others] = lists.map((list) => selectOf(list, database));
        return database.db
          .selectFrom(others.reduce((union, branch) => union.union(branch), first!).as('items'))
          .select((eb) => eb.fn.countAll<number>().as('total'));
      });
      return Number((await statement.rows({}))[0]?.total);
    },
  };
}

/** Whether a branch holds all items of its type and status. */
const isWhole = ({ authors, authorsExclude, mimeTypes, exclude, parentsExclude, terms, dates }: PostQuery): boolean =>
  ![authors, authorsExclude, mimeTypes, exclude, parentsExclude, terms, dates].some(isAsked);

/** Whether an index holds the items of a branch in its order. */
const isHeld = (list: PostQuery, database: Database): boolean =>
  datedList(list, list.statuses!) !== undefined || (!isAsked(list.terms) && indexedOrder(list, database) !== undefined);

/** The items of a branch that an index holds, with what they are ordered by. */
function selectOf(list: PostQuery, database: Database): Branch {
  const dated = datedList(list, list.statuses!);
  if (dated !== undefined) return datedSelect(dated, database);
  const conditions = conditionsOf(list, undefined, list.statuses!, database);
  return database.db
    .selectFrom('posts')
    .select(['posts.ID as id', indexedOrder(list, database)!.as('place')])
    .where(expressionBuilder<Tables, 'posts'>().and(conditions)) as Branch;
}
