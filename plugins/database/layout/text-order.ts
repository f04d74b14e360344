import { type RawBuilder, sql } from 'kysely';
import type { Backend } from '../backend.ts';

/** How many letters of a text decide on its place, where an index of whole texts would have rows that are too long. */
const LETTERS = 400;

/** A column as lists are ordered by it, without regard to case; an index of `textOrders` has the same expression. */
export const textOrder = ({ foldsCase }: Pick<Backend, 'foldsCase'>, column: string): RawBuilder<string> =>
  foldsCase ? sql`lower(left(${sql.ref(column)}, ${sql.lit(LETTERS)}))` : sql`${sql.ref(column)}`;
