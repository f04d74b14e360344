import { type RawBuilder, sql } from 'kysely';
import type { Backend } from '../backend.ts';

/** How many letters of a text decide on its place, where an index of whole texts would have rows that are too long. */
const LETTERS = 400;

/**
 * A column as lists are ordered by it, without regard to case, nor to accents where `fold` takes those from a text; an
 * index of `textOrders` has the same expression.
 */
export const textOrder = (
  { foldsCase }: Pick<Backend, 'foldsCase'>,
  column: string,
  fold: string | undefined,
): RawBuilder<string> =>
  foldsCase ? sql`${sql.raw(fold ?? 'lower')}(left(${sql.ref(column)}, ${sql.lit(LETTERS)}))` : sql`${sql.ref(column)}`;
