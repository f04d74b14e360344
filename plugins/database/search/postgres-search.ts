import { type Kysely, sql } from 'kysely';
import type { Logger } from '../../../core/index.ts';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import type { SearchIndex } from './search-index.ts';

const TEXTS = ['post_title', 'post_excerpt', 'post_content'];

/**
 * Makes indexes of trigrams where they are missing, or takes them away. The database itself chooses whether a search
 * uses them, and maintains them. Where there are items already, they are made in the background. Without the extension
 * pg_trgm, and the right to add it, searches look at every item.
 */
export async function openPostgresSearch(
  { db, prefix }: Pick<Database, 'db' | 'prefix'>,
  isEnabled: boolean,
  log: Logger,
): Promise<SearchIndex | undefined> {
  const names = TEXTS.map((column) => `${prefix}posts_tappet_trgm_${column}`);
  const found = await indexesOf(db, names);
  if (!isEnabled) {
    for (const { name } of found) await sql`drop index if exists ${sql.ref(name)}`.execute(db);
    return undefined;
  }
  if (found.filter(({ valid }) => valid).length === names.length) return undefined;
  const work = makeIndexes(db, names).catch((error: Error) =>
    log.warn(`searches look at every item, for their indexes could not be made: ${error.message}`),
  );
  const { rows } = await sql<{ any: boolean }>`select exists (select 1 from ${sql.table('posts')}) as "any"`.execute(
    db,
  );
  if (rows[0]?.any !== true) await work;
  return {
    narrow: async () => undefined,
    catchUp: () => work,
    soon: () => undefined,
    stop: async () => {
      await sql`select pg_cancel_backend(pid) from pg_stat_activity where usename = current_user
        and query like ${`create index concurrently if not exists "${prefix}posts_tappet_trgm%`}
        and datname = current_database() and state = 'active'`.execute(db);
      await work;
    },
  };
}

async function indexesOf(db: Kysely<Tables>, names: readonly string[]): Promise<{ name: string; valid: boolean }[]> {
  const { rows } = await sql<{ name: string; valid: boolean }>`select c.relname as name, i.indisvalid as valid
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and c.relname in (${sql.join(names)})`.execute(db);
  return rows;
}

/** Makes the indexes, unless another process is doing so. */
const makeIndexes = (pool: Kysely<Tables>, names: readonly string[]): Promise<void> =>
  pool.connection().execute(async (db) => {
    const key = sql`hashtextextended(current_schema() || ${names[0]}, 0)`;
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${key}) as got`.execute(db);
    if (rows[0]?.got !== true) return;
    try {
      const operators = sql.raw(`"${await schemaOfTrigrams(db)}".gin_trgm_ops`);
      const found = await indexesOf(db, names);
      const { rows: items } = await sql`select 1 from ${sql.table('posts')} limit 1`.execute(db);
      const without = sql.raw(items.length === 0 ? '' : 'concurrently');
      for (const [at, name] of names.entries()) {
        const state = found.find((index) => index.name === name);
        if (state?.valid) continue;
        // An interrupted build leaves an invalid index.
        if (state !== undefined) await sql`drop index if exists ${sql.ref(name)}`.execute(db);
        await sql`create index ${without} if not exists ${sql.ref(name)} on ${sql.table('posts')}
          using gin (${sql.ref(TEXTS[at]!)} ${operators})`.execute(db);
      }
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(db);
    }
  });

/** The schema that the extension is in, which is added where it is missing. */
async function schemaOfTrigrams(db: Kysely<Tables>): Promise<string> {
  const find = async () => {
    const { rows } = await sql<{ schema: string }>`select n.nspname as schema from pg_extension e
      join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`.execute(db);
    return rows[0]?.schema;
  };
  const there = await find();
  if (there !== undefined) return there;
  // Other schemas may be dropped, and their indexes with it.
  await sql`create extension if not exists pg_trgm schema public`.execute(db);
  return (await find()) ?? 'public';
}
