import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Runs statements one after the other, within the transaction that is open. */
export async function runStatements(statements: readonly string[], db: Kysely<Tables>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
