import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Logger } from '../../../core/index.ts';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import type { SearchIndex } from './search-index.ts';
import { SEARCHED } from './searched.ts';

/** An index of trigrams: of a column, or of texts in one. */
interface TrigramIndex {
  readonly name: string;
  readonly table: string;
  readonly expression: RawBuilder<unknown>;
}

/** All texts of a comment, in one. */
const commentTexts = sql`(${sql.join(
  SEARCHED.comments.texts.map((column) => sql.ref(column)),
  sql` || chr(10) || `,
)})`;

const indexesUnder = (prefix: string): TrigramIndex[] => [
  ...SEARCHED.posts.texts.map((column) => ({
    name: `${prefix}posts_tappet_trgm_${column}`,
    table: 'posts',
    expression: sql.ref(column),
  })),
  { name: `${prefix}comments_tappet_trgm_texts`, table: 'comments', expression: commentTexts },
];

/**
 * Makes indexes of trigrams where they are missing, or takes them away. The database itself chooses whether a search
 * uses them, and maintains them. Where there are items already, they are made in the background. Without the extension
 * pg_trgm, and the right to add it, searches look at every item.
 */
export async function openPostgresSearch(
  { db, prefix, like }: Pick<Database, 'db' | 'prefix' | 'like'>,
  isEnabled: boolean,
  log: Logger,
): Promise<SearchIndex | undefined> {
  const indexes = indexesUnder(prefix);
  const found = await indexesOf(db, indexes);
  if (!isEnabled) {
    for (const { name } of found) await sql`drop index if exists ${sql.ref(name)}`.execute(db);
    return undefined;
  }
  let work: Promise<unknown> = Promise.resolve();
  if (found.filter(({ valid }) => valid).length < indexes.length) {
    work = makeIndexes(db, indexes).catch((error: Error) =>
      log.warn(`searches look at every item, for their indexes could not be made: ${error.message}`),
    );
    const { rows } = await sql<{ any: boolean }>`select exists (select 1 from ${sql.table('posts')}) as "any"`.execute(
      db,
    );
    if (rows[0]?.any !== true) await work;
  }
  return {
    // Each text of an item has an index of its own, which the conditions of the search use themselves.
    narrow: async (table, words) => (table === 'comments' ? allOccur(words, like) : undefined),
    catchUp: async () => {
      await work;
    },
    soon: () => undefined,
    stop: async () => {
      await sql`select pg_cancel_backend(pid) from pg_stat_activity where usename = current_user
        and query like 'create index concurrently if not exists %' and strpos(query, ${`_tappet_trgm_`}) > 0
        and strpos(query, ${`"${prefix}`}) > 0 and datname = current_database() and state = 'active'`.execute(db);
      await work;
    },
  };
}

/** The condition that all words occur somewhere in the texts of a comment. */
const allOccur = (words: readonly string[], like: Database['like']): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    words.map((word) => sql`${commentTexts} ilike ${`%${like(word)}%`} escape '\\'`),
    sql` and `,
  )})`;

async function indexesOf(
  db: Kysely<Tables>,
  indexes: readonly TrigramIndex[],
): Promise<{ name: string; valid: boolean }[]> {
  const names = indexes.map(({ name }) => name);
  const { rows } = await sql<{ name: string; valid: boolean }>`select c.relname as name, i.indisvalid as valid
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and c.relname in (${sql.join(names)})`.execute(db);
  return rows;
}

/** Makes the indexes, unless another process is doing so. */
const makeIndexes = (pool: Kysely<Tables>, indexes: readonly TrigramIndex[]): Promise<void> =>
  pool.connection().execute(async (db) => {
    const key = sql`hashtextextended(current_schema() || ${indexes[0]!.name}, 0)`;
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${key}) as got`.execute(db);
    if (rows[0]?.got !== true) return;
    try {
      const operators = sql.raw(`"${await schemaOfTrigrams(db)}".gin_trgm_ops`);
      const found = await indexesOf(db, indexes);
      const { rows: items } = await sql`select 1 from ${sql.table('posts')} limit 1`.execute(db);
      const without = sql.raw(items.length === 0 ? '' : 'concurrently');
      for (const { name, table, expression } of indexes) {
        const state = found.find((index) => index.name === name);
        if (state?.valid) continue;
        // An interrupted build leaves an invalid index.
        if (state !== undefined) await sql`drop index if exists ${sql.ref(name)}`.execute(db);
        await sql`create index ${without} if not exists ${sql.ref(name)} on ${sql.table(table)}
          using gin (${expression} ${operators})`.execute(db);
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
