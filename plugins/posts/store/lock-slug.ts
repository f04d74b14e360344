import { sql } from 'kysely';
import { type Database, usingTables } from '../../database/index.ts';
import { competes, type SlugRequest } from './unique-slug.ts';

/** The first key of the advisory locks of slugs, which tells them apart from other locks of the database. */
const SLUGS = 7_271_002;
const NUMBERS = /(?:-\d{1,9})+$/;

/**
 * Until the transaction ends, keeps other connections from taking a slug, or one that differs from it only by its
 * numeric suffix. SQLite needs no lock, since it runs one writing transaction at a time.
 */
export async function lockSlug(request: SlugRequest, { db, dialect }: Database): Promise<void> {
  if (dialect !== 'postgres' || !competes(request)) return;
  const stem = request.slug.replace(NUMBERS, '');
  await usingTables(sql`select pg_advisory_xact_lock(${sql.lit(SLUGS)}, hashtext(${stem}))`, {}).execute(db);
}
