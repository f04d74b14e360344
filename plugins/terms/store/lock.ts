import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';

/** Any number that nothing else in the database locks. */
const TERMS = 7_271_001;

/** Keeps other processes from making or renaming terms until the transaction ends, so that slugs stay unique. */
export async function lockTerms({ db, dialect }: Database): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(TERMS)})`.execute(db);
}
