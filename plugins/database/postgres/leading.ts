import type { QueryResult } from 'kysely';
import type { PostgresQuery } from './together.ts';

/** A statement that is sent before others, and what makes sure by its rows that theirs may be believed. */
export interface Leading {
  readonly query: PostgresQuery;
  /** Throws where they may not. */
  check(rows: readonly unknown[]): void;
}

/** Sends statements behind another one; each fails where that one does, or says that they may not be believed. */
export function ledBy(
  { query, check }: Leading,
  queries: readonly PostgresQuery[],
  send: (queries: readonly PostgresQuery[]) => Promise<QueryResult<unknown>>[],
): Promise<QueryResult<unknown>>[] {
  const [first, ...results] = send([query, ...queries]);
  const checked = first!.then(({ rows }) => check(rows));
  checked.catch(() => undefined);
  // Each has ended before it is known whether it is believed, so that the connection is free when all are answered.
  return results.map((result) => result.finally(() => checked));
}
