import { sql } from 'kysely';
import { type Database, usingTables } from '../../database/index.ts';

/** A number that no other advisory lock of the database uses. */
const TERMS = 7_271_001;

/** Keeps other processes from making or renaming terms until the transaction ends, so that slugs stay unique. */
export async function lockTerms({ db, dialect }: Database): Promise<void> {
  if (dialect !== 'postgres') return;
  await usingTables(sql`select pg_advisory_xact_lock(${sql.lit(TERMS)})`, {}).execute(db);
}
