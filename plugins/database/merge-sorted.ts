import type { Kysely, RawBuilder, SelectQueryBuilder } from 'kysely';
import { sumOf } from './prepared-statement.ts';
import type { Tables } from './tables.ts';

/** Rows of a list, by their ids and by what the list is ordered by. */
// biome-ignore lint/suspicious/noExplicitAny: a branch may select from any tables.
export type Branch = SelectQueryBuilder<any, any, { id: number; place: unknown }>;

/** Which part of merged branches is read. */
export interface MergedPart {
  readonly order: 'asc' | 'desc';
  readonly limit: number | RawBuilder<number>;
  readonly offset: number | RawBuilder<number>;
  /** Whether branches may have rows in common, which are read once. */
  readonly isDistinct?: boolean;
}

/**
 * The part of a list whose branches an index holds in the list's order each: by `place`, and by `id` where places are
 * equal. However large the branches are, no more is read of each than up to the end of the part: by a database that merges sorted branches itself, and by a limit on each branch otherwise.
 */
export function mergeSorted(
  db: Kysely<Tables>,
  mergesSorted: boolean,
  branches: readonly Branch[],
  { order, limit, offset, isDistinct = false }: MergedPart,
): SelectQueryBuilder<Tables, never, { id: number; place: unknown }> {
  const sorted = (branch: Branch) => branch.orderBy('place', order).orderBy('id', order);
  const [first, ...others] = mergesSorted
    ? branches
    : branches.map((branch) => {
        const beginning = sorted(branch).limit(sumOf(limit, offset));
        return db.selectFrom(beginning.as('beginning')).selectAll() as Branch;
      });
  if (first === undefined) throw new TypeError('there is nothing to merge');
  const union = others.reduce((merged, branch) => (isDistinct ? merged.union(branch) : merged.unionAll(branch)), first);
  return sorted(union).limit(limit).offset(offset) as never;
}
