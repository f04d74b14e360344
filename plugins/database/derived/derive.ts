import { type Kysely, sql } from 'kysely';
import type { Backend } from '../backend.ts';
import type { Tables } from '../tables.ts';

/** Makes the derived tables anew, within the transaction that is open. */
export async function derive(db: Kysely<Tables>, backend: Backend, prefix: string): Promise<void> {
  for (const statement of backend.deriveStatements(prefix)) await sql.raw(statement).execute(db);
}
