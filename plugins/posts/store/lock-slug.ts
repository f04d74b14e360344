import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { competes, type SlugRequest } from './unique-slug.ts';

/** Sets the locks of slugs apart from other locks of the database. */
const SLUGS = 7_271_002;
const NUMBERS = /(?:-\d{1,9})+$/;

/**
 * Keeps other connections from taking a slug, or one that differs from it by the number behind it alone, until the
 * transaction ends. SQLite runs one transaction at a time as it is.
 */
export async function lockSlug(request: SlugRequest, { db, dialect }: Database): Promise<void> {
  if (dialect !== 'postgres' || !competes(request)) return;
  const stem = request.slug.replace(NUMBERS, '');
  await sql`select pg_advisory_xact_lock(${sql.lit(SLUGS)}, hashtext(${stem}))`.execute(db);
}
