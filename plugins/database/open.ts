import { type CompiledQuery, Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Logger, whenReady } from '../../core/index.ts';
import type { OpenBackend } from './address.ts';
import { AmbientDriver } from './ambient-driver.ts';
import type { Backend } from './backend.ts';
import type { Database } from './database.ts';
import { derive } from './derived/derive.ts';
import { Footprints } from './footprint.ts';
import { createTables } from './layout/create.ts';
import { Migrations } from './migrations.ts';
import type { SearchIndex } from './search/search-index.ts';
import { foldCase } from './search/trigrams.ts';
import { ID_COLUMNS, type Tables } from './tables.ts';

/** How many compiled queries are kept, and the longest key of one: what is asked once only must not crowd out others. */
const QUERIES = 500;
const LONGEST_KEY = 2000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const ASCII = /^[\x00-\x7f]*$/;

/** An open database and what only its own plugin needs of it. */
export interface OpenDatabase {
  readonly database: Database;
  readonly migrations: Migrations;
  /** Makes anew what is derived from items and terms. */
  reindex(progress: (left: number) => void): Promise<void>;
  /** Ends what goes on in the background. */
  close(): Promise<void>;
}

/** Brings the site's tables up to date and gives the service on them. */
export async function openDatabase(
  { backend, sources }: Pick<OpenBackend, 'backend' | 'sources'>,
  prefix: string,
  log: Logger,
  searchIndex: boolean,
): Promise<OpenDatabase> {
  let search: SearchIndex | undefined;
  const driver = new AmbientDriver(backend.driver, sources, new Footprints(prefix));
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => backend.createAdapter(),
      createDriver: () => driver,
      createIntrospector: (kysely) => backend.createIntrospector(kysely),
      createQueryCompiler: () => backend.createQueryCompiler(prefix),
    },
  });
  const logFailure = (error: unknown) => log.error({ err: error }, 'work after a transaction failed');
  const transaction = <T>(work: () => Promise<T>) => driver.transaction(work, logFailure);
  const migrations = new Migrations(db, backend, prefix, transaction);
  await migrations.prepare();
  await migrations.run('database', [
    { name: '0001-tables', up: () => createTables(db, backend, prefix) },
    { name: '0002-derived', up: () => derive(db, backend, prefix) },
  ]);

  const tidy = async () => {
    search?.soon();
    if (backend.compactStatement !== undefined) await sql.raw(backend.compactStatement(prefix)).execute(db);
  };
  await tidy();

  const queries = new LRUCache<string, CompiledQuery>({ max: QUERIES });
  const stateMark =
    backend.stateMark === undefined ? undefined : sql.raw<{ mark: string }>(backend.stateMark).compile(db);
  const database: Database = {
    db,
    kept: <R>(key: string, build: () => { compile(): CompiledQuery<R> }) => {
      let query = queries.get(key) as CompiledQuery<R> | undefined;
      if (query === undefined) {
        query = build().compile();
        if (key.length <= LONGEST_KEY) queries.set(key, query);
      }
      return query;
    },
    stateMark: () => {
      if (stateMark === undefined || driver.inTransaction) return driver.version([]);
      return whenReady(driver.rows<{ mark: string }>(stateMark, []), ([row]) => row?.mark);
    },
    narrow: async (words) => search?.narrow(words),
    tidy,
    rows: (query, parameters = query.parameters) => driver.rows(query, parameters),
    run: (query, parameters = query.parameters) => driver.run(query, parameters),
    version: (...tables) => driver.version(tables),
    dialect: backend.dialect,
    prefix,
    statements: driver.statements,
    get connections() {
      return backend.connections?.();
    },
    sources,
    transaction,
    lock: (name) => backend.lock(db, `${prefix}${name}`),
    afterCommit: (work, { changesAnswers = true } = {}) => driver.afterCommit(work, changesAnswers, logFailure),
    afterRollback: (work) => driver.afterRollback(work),
    insert: async (table, values) => {
      const column = ID_COLUMNS.get(table) ?? 'id';
      // The compiler cannot follow a table that is a type parameter.
      const untyped = db as unknown as Kysely<Record<string, Record<string, number>>>;
      const insert = untyped.insertInto(table);
      const columns = Object.keys(values);
      const build = () =>
        (columns.length === 0 ? insert.defaultValues() : insert.values(values as never)).returning(column);
      const cells = Object.values(values);
      const rows = cells.every(isPlain)
        ? await database.run(database.kept(`insert ${table} ${columns}`, build), cells)
        : await build().execute();
      const row = rows[0]!;
      if (Object.hasOwn(values, column)) await backend.syncSequence(db, table, column, prefix);
      return Number(row[column]);
    },
    like: (text) => text.replace(/[\\%_]/g, '\\$&'),
    matches: (column, pattern) => matching(backend, column, pattern),
    fold: (column) => (backend.foldsCase ? sql`lower(${sql.ref(column)})` : sql`${sql.ref(column)}`),
    migrate: (plugin, steps) => migrations.run(plugin, steps),
    changeMark: (table) => backend.changeMark(db, table),
  };
  search = await backend.openSearch(database, searchIndex, log);
  const reindex = async (progress: (left: number) => void) => {
    await transaction(() => derive(db, backend, prefix));
    await search?.catchUp(progress);
  };
  return { database, migrations, reindex, close: async () => search?.stop() };
}

/** Whether a value stands for itself in a statement, whatever the one it was compiled with. */
const isPlain = (value: unknown): boolean => value !== undefined && (typeof value !== 'object' || value === null);

/** The operator of patterns ignores the case of ASCII on every system; where it does so of these alone, both are folded. */
function matching({ likeOperator, foldFunction }: Backend, column: string, pattern: string): RawBuilder<SqlBool> {
  const operator = sql.raw(likeOperator);
  if (foldFunction === undefined || ASCII.test(pattern)) {
    return sql`${sql.ref(column)} ${operator} ${pattern} escape '\\'`;
  }
  return sql`${sql.raw(foldFunction)}(${sql.ref(column)}) ${operator} ${foldCase(pattern)} escape '\\'`;
}
