import { type RawBuilder, sql } from 'kysely';

/** A parameter of a limit or an offset. A bare one would make SQLite plan the query anew for each of its values. */
export const rowCount = (parameter: unknown): RawBuilder<number> => sql<number>`cast(${parameter} as bigint)`;
