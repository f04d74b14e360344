import { type Kysely, sql } from 'kysely';
import { usingTables } from '../table-usage.ts';
import type { Tables } from '../tables.ts';

/** The schema that an extension is in, which is added where it is missing. */
export async function schemaOfExtension(db: Kysely<Tables>, name: 'pg_trgm' | 'unaccent'): Promise<string> {
  const find = async () => {
    const query = sql<{ schema: string }>`select n.nspname as schema from pg_extension e
      join pg_namespace n on n.oid = e.extnamespace where e.extname = ${name}`;
    const { rows } = await usingTables(query, {}).execute(db);
    return rows[0]?.schema;
  };
  const there = await find();
  if (there !== undefined) return there;
  // Other schemas may be dropped, and what depends on it with them.
  await usingTables(sql`create extension if not exists ${sql.raw(name)} schema public`, {}).execute(db);
  return (await find()) ?? 'public';
}
