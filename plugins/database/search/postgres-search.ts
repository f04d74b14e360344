import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Logger } from '../../../core/index.ts';
import type { Database } from '../database.ts';
import { usingTables } from '../table-usage.ts';
import type { Tables } from '../tables.ts';
import { schemaOfExtension } from './postgres-extension.ts';
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

/** The indexes under a prefix: of texts as they are, and where there is a function that folds them, of folded ones. */
function indexesUnder(prefix: string, fold: string | undefined): TrigramIndex[] {
  const kind = fold === undefined ? 'trgm' : 'trgm_folded';
  return [
    ...SEARCHED.posts.texts.map((column) => ({
      name: `${prefix}posts_tappet_${kind}_${column}`,
      table: 'posts',
      expression: folded(fold, sql.ref(column)),
    })),
    {
      name: `${prefix}comments_tappet_${kind}_texts`,
      table: 'comments',
      expression: folded(fold, commentTexts),
    },
  ];
}

const folded = (fold: string | undefined, text: RawBuilder<unknown>): RawBuilder<unknown> =>
  fold === undefined ? text : sql`${sql.ref(fold)}(${text})`;

/**
 * Makes indexes of trigrams where they are missing, or takes them away. The database itself chooses whether a search
 * uses them, and maintains them. Where there are items already, they are made in the background. Without the extension
 * pg_trgm, and the right to add it, searches look at every item.
 */
export async function openPostgresSearch(
  { db, prefix, like }: Pick<Database, 'db' | 'prefix' | 'like'>,
  isEnabled: boolean,
  log: Logger,
  fold: string | undefined,
): Promise<SearchIndex | undefined> {
  const indexes = indexesUnder(prefix, fold);
  const others = indexesUnder(prefix, fold === undefined ? '' : undefined);
  const found = await indexesOf(db, indexes);
  // Those of texts as they are help no search for folded ones.
  for (const { name } of await indexesOf(db, isEnabled ? others : [...indexes, ...others]))
    await sql`drop index if exists ${sql.ref(name)}`.execute(db);
  if (!isEnabled) return undefined;
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
    narrow: async (table, words) => (table === 'comments' ? allOccur(words, like, fold) : undefined),
    catchUp: async () => {
      await work;
    },
    soon: () => undefined,
    stop: async () => {
      // An index that is being made holds a lock on its table; that of another site, in a schema of its own, goes on.
      await sql`select pg_cancel_backend(activity.pid) from pg_stat_activity activity where exists (
          select 1 from pg_locks held join pg_class tables on tables.oid = held.relation
          where held.pid = activity.pid and held.mode = 'ShareUpdateExclusiveLock'
          and tables.relnamespace = current_schema()::regnamespace
          and tables.relname in (${sql.join(Object.keys(SEARCHED).map((table) => prefix + table))}))
        and datname = current_database() and usename = current_user and state = 'active'
        and query like 'create index concurrently if not exists %' and strpos(query, '_tappet_trgm_') > 0`.execute(db);
      await work;
    },
  };
}

/** The condition that all words occur somewhere in the texts of a comment. */
const allOccur = (words: readonly string[], like: Database['like'], fold: string | undefined): RawBuilder<SqlBool> => {
  const occurs = (word: string) => {
    const pattern = `%${like(word)}%`;
    return fold === undefined
      ? sql`${commentTexts} ilike ${pattern} escape '\\'`
      : sql`${folded(fold, commentTexts)} like ${folded(fold, sql`${pattern}`)} escape '\\'`;
  };
  return sql<SqlBool>`(${sql.join(words.map(occurs), sql` and `)})`;
};

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

/**
 * Makes the indexes, unless another process is doing so. The lock is one of a transaction, which does nothing else: behind a
 * pooler a session has none to itself, and an index cannot be made beside writes in a transaction.
 */
const makeIndexes = (db: Kysely<Tables>, indexes: readonly TrigramIndex[]): Promise<void> =>
  db.connection().execute(async (holder) => {
    // A literal and no parameter: a statement with parameters keeps its view of the data until the transaction ends, and an
    // index that is made beside writes waits for all who have an older one.
    const key = sql`hashtextextended(current_schema() || ${sql.lit(indexes[0]!.name)}, 0)`;
    await usingTables(sql`begin`, {}).execute(holder);
    try {
      const locking = usingTables(sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${key}) as got`, {});
      const { rows } = await locking.execute(holder);
      if (rows[0]?.got !== true) return;
      const operators = sql.raw(`"${await schemaOfExtension(db, 'pg_trgm')}".gin_trgm_ops`);
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
      await usingTables(sql`rollback`, {}).execute(holder);
    }
  });
