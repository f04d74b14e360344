import type { Kysely } from 'kysely';
import { type AnyTables, rowCount } from './pages.ts';

/** How many rows of a table a new site has at most before it is served. */
const MOST = { posts: 0, comments: 0, users: 0, terms: 1 } as const;

/** A table of which a new site has few rows or none. */
export type ContentTable = keyof typeof MOST;

/**
 * What there is more than in a new site: `3 posts`; undefined where there is nothing.
 *
 * @param nameOf the name of a table in queries; undefined where there is no such table
 */
export async function siteContent(
  db: Kysely<AnyTables>,
  nameOf: (table: ContentTable) => string | undefined,
): Promise<string | undefined> {
  for (const [table, most] of Object.entries(MOST)) {
    const name = nameOf(table as ContentTable);
    if (name === undefined) continue;
    const many = await rowCount(db, name);
    if (many > most) return `${many} ${table}`;
  }
  return undefined;
}
