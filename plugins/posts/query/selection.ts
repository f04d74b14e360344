import type { Compilable, CompiledQuery, Expression, RawBuilder, SqlBool } from 'kysely';
import type { ContentStatuses } from '../../content-statuses/index.ts';
import type { Database } from '../../database/index.ts';
import { conditionsOf, knownStatuses } from './conditions.ts';
import { datedCount, datedIds } from './dated-ids.ts';
import { type DatedList, datedList } from './dated-list.ts';
import { countedTotal, isCounted } from './dated-totals.ts';
import { orderOf } from './order.ts';
import type { PostQuery } from './post-query.ts';
import { parseSearch } from './search.ts';
import { termCondition, walkingCondition } from './term-conditions.ts';
import { sumOf, totalOf } from './totals.ts';

/** How many items a part of a list holds that does not say so. */
export const PER_PAGE = 10;

/** What finds a list. */
export interface Selection {
  /** Finds the ids; its last parameters are limit and offset, unless everything is wanted. */
  readonly select: CompiledQuery<{ id: number }>;
  /** Finds the same ids by looking at items in their order. */
  readonly walk?: CompiledQuery<{ id: number }>;
  /** Tells how many items the whole list has. */
  readonly count: CompiledQuery<{ total: number }>;
  /** What `count` tells, remembered where that is quicker. */
  total(): Promise<number>;
  /** The list as an index holds it, if one does. */
  readonly dated?: DatedList;
}

/** The statements of a query, whatever part of the list it asks for; built once for queries that differ in that alone. */
export async function selection(query: PostQuery, statuses: ContentStatuses, database: Database): Promise<Selection> {
  const { page: _, offset: __, perPage = PER_PAGE, ...which } = query;
  const known = knownStatuses(query, statuses);
  // What terms are below others is read anew each time.
  const isKept = !query.terms?.some((clause) => clause.includeChildren);
  const dated = datedList(query, known);
  const search = query.search ? parseSearch(query.search) : undefined;
  const few = search === undefined || query.searchMeta ? undefined : await database.narrow(search.words);
  const key = isKept ? JSON.stringify([which, perPage >= 0, known, few !== undefined]) : '';
  const kept = <R>(kind: string, build: () => Compilable<R>) =>
    isKept ? database.kept(`posts.${kind} ${key}`, build) : build().compile();
  if (dated !== undefined) return ofDated(dated, kept, database);

  const onTerms = await termCondition(query, database);
  const matching = (byTerms: Expression<SqlBool> | undefined) => {
    const conditions = conditionsOf(query, search, known, database);
    if (byTerms !== undefined) conditions.push(byTerms);
    if (few !== undefined) conditions.push(few);
    return database.db.selectFrom('posts').where((eb) => eb.and(conditions));
  };
  const ids = (byTerms: Expression<SqlBool> | undefined) => {
    let select = matching(byTerms).select('posts.ID as id');
    for (const expression of orderOf(query, search, database)) {
      select = select.orderBy(expression as RawBuilder<number>);
    }
    return perPage >= 0 ? select.limit(1).offset(0) : select;
  };
  const isWalkable = isKept && perPage > 0 && (query.orderBy === undefined || query.orderBy === 'date');
  const onEach = isWalkable ? walkingCondition(query) : undefined;
  const count = kept('count', () => matching(onTerms).select((eb) => eb.fn.countAll<number>().as('total')));
  return {
    select: kept('ids', () => ids(onTerms)),
    ...(onEach === undefined ? {} : { walk: kept('walk', () => ids(onEach)) }),
    count,
    total: () => totalOf(count, database),
  };
}

function ofDated(
  dated: DatedList,
  kept: <R>(kind: string, build: () => Compilable<R>) => CompiledQuery<R>,
  database: Database,
): Selection {
  const select = kept('dated', () => datedIds(dated, database));
  if (isCounted(dated)) {
    const count = kept('sum', () => countedTotal(dated, database));
    return { select, count, total: () => sumOf(count, database), dated };
  }
  const count = kept('dated count', () => datedCount(dated, database));
  return { select, count, total: () => totalOf(count, database), dated };
}
