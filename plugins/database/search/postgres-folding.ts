import { type Kysely, sql } from 'kysely';
import { usingTables } from '../table-usage.ts';
import type { Tables } from '../tables.ts';
import { schemaOfExtension } from './postgres-extension.ts';

/** The function that takes case and accents from a text. It never changes, since indexes hold what it gives. */
const FUNCTION = 'tappet_unaccent';

/**
 * Makes the function that takes case and accents from a text, of the extension unaccent. Throws without the extension and
 * the right to add it. Run in a transaction.
 */
export async function makePostgresFolding(db: Kysely<Tables>): Promise<void> {
  // Sites that begin together take turns.
  await usingTables(sql`select pg_advisory_xact_lock(hashtextextended(${FUNCTION}, 0))`, {}).execute(db);
  const schema = await schemaOfExtension(db, 'unaccent');
  const name = `"${schema.replaceAll('"', '""')}".unaccent`;
  await usingTables(
    sql.raw(`create or replace function ${FUNCTION}(text) returns text language sql immutable strict parallel safe
      as $fold$ select lower(${name}('${name.replaceAll("'", "''")}'::regdictionary, $1)) $fold$`),
    {},
  ).execute(db);
}

/** The name of the function, where it is there. */
export async function postgresFolding(db: Kysely<Tables>): Promise<string | undefined> {
  const query = sql<{ found: boolean }>`select to_regprocedure(${`${FUNCTION}(text)`}) is not null as found`;
  const { rows } = await usingTables(query, {}).execute(db);
  return rows[0]?.found === true ? FUNCTION : undefined;
}
