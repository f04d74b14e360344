import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { Database, PostsTable, Tables } from '../../database/index.ts';
import { STORED_COLUMNS } from '../post.ts';

const COLUMNS = STORED_COLUMNS.map((column) => `posts.${column}` as const);

/** Begins a query for the rows of items that another query has found, by their ids. */
export function rowsOf<Found extends { id: number }>(
  // biome-ignore lint/suspicious/noExplicitAny: it may select from any tables.
  found: SelectQueryBuilder<any, any, Found>,
  { db }: Database,
): SelectQueryBuilder<Tables & { found: Found }, 'found' | 'posts', Selectable<PostsTable>> {
  return db.selectFrom(found.as('found')).innerJoin('posts', 'posts.ID', 'found.id').select(COLUMNS) as never;
}
