import { Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Caches, Logger } from '../../core/index.ts';
import type { OpenBackend } from './address.ts';
import { AmbientDriver } from './ambient-driver.ts';
import type { Backend } from './backend.ts';
import type { DatabaseCheck } from './check.ts';
import type { Database, TransactionOptions } from './database.ts';
import { derivedCheck } from './derived/check.ts';
import type { DerivedFrom } from './derived/derived-from.ts';
import { derivedViews } from './derived/views.ts';
import type { Guest } from './guest.ts';
import { createIndexes, createOptionsTable, createTables, createTextOrders } from './layout/create.ts';
import { textOrder } from './layout/text-order.ts';
import { mergeSorted } from './merge-sorted.ts';
import type { DeclaredSteps } from './migration.ts';
import { Migrations } from './migrations.ts';
import { PreparedStatements } from './prepared-statement.ts';
import { RowInserts } from './row-inserts.ts';
import { runStatements } from './run-statements.ts';
import { foldText } from './search/fold-text.ts';
import type { SearchIndex } from './search/search-index.ts';
import { ownTables } from './table-usage.ts';
import { ID_COLUMNS, type Tables } from './tables.ts';
import { troubleLog } from './trouble-log.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const ASCII = /^[\x00-\x7f]*$/;

/** An open database, with the functions that only its own plugin needs. */
export interface OpenDatabase {
  readonly database: Database;
  readonly migrations: Migrations;
  /** The steps that plugins have declared. */
  readonly declared: readonly DeclaredSteps[];
  /** What `db check` looks at: the system's own check, what is derived, and what plugins have added. */
  readonly checks: readonly DatabaseCheck[];
  /** Makes anew what is derived from items and terms. */
  reindex(progress: (left: number) => void): Promise<void>;
  /** Has the planner find out about the tables, where it does so. */
  analyze(): Promise<void>;
  /** Drops what is ours in the database of another program; left out for any other. */
  readonly removeOwn?: () => Promise<string[]>;
  /** Does work that takes as long as the tables are large: no limit of time ends its statements. */
  atLength<T>(work: () => Promise<T>): Promise<T>;
  /** Ends the work in the background. */
  close(): Promise<void>;
}

/** What a database holds: a site, a site that another program made, or what is our own beside such a one. */
export type Content = { readonly searchIndex: boolean } | { readonly guest: Guest } | 'own';

/** Brings the site's tables up to date, unless they are those of another program, and gives the service on them. */
export async function openDatabase(
  { backend, tracker, file, sight, replica }: Omit<OpenBackend, 'release'>,
  prefix: string,
  { log, caches }: { readonly log: Logger; readonly caches: Caches },
  content: Content,
): Promise<OpenDatabase> {
  let search: SearchIndex | undefined;
  const guest = content !== 'own' && 'guest' in content ? content.guest : undefined;
  const searchIndex = content !== 'own' && 'searchIndex' in content && content.searchIndex;
  /** Whether derived tables are there; queries read selects in their place otherwise. */
  const isDerived = content !== 'own' && guest?.derives !== false;
  const views = isDerived ? undefined : derivedViews(prefix);
  const refusesWrites = guest?.writes === false;
  /** Where a right is lacking, the server refuses by itself what a request is to write, and all else is left out too. */
  const isReadOnly = refusesWrites || (guest !== undefined && guest.missing.length > 0);
  const tellTrouble = troubleLog(log);
  // Until the database is open, trouble with it ends the start, which says so in a line of its own.
  let isOpen = false;
  const onTrouble: typeof tellTrouble = (...trouble) => {
    if (isOpen) tellTrouble(...trouble);
  };
  const driver = new AmbientDriver(backend.driver, tracker, onTrouble, replica);
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => backend.createAdapter(),
      createDriver: () => driver,
      createIntrospector: (kysely) => backend.createIntrospector(kysely),
      createQueryCompiler: () => backend.createQueryCompiler(prefix, views),
    },
  });
  const logFailure = (error: unknown) => log.error({ err: error }, 'work after a transaction failed');
  const transaction = <T>(work: () => Promise<T>, { isRepeatable = true }: TransactionOptions = {}) =>
    driver.transaction(work, isRepeatable, logFailure);
  const atLength = async <T>(work: () => Promise<T>): Promise<T> => {
    const limits = [backend.driver.unlimit?.(), replica?.unlimit()];
    try {
      return await work();
    } finally {
      for (const limit of limits) limit?.();
    }
  };
  const derive = async (from: DerivedFrom) =>
    runStatements(isDerived ? await backend.deriveStatements(prefix, from, db) : [], db);
  const deriveAll = async () => {
    await derive('posts');
    await derive('comments');
    if (guest?.derives) await runStatements(backend.foreign!.refillStatements(prefix), db);
  };
  const giveStatistics = () => runStatements(backend.statisticsStatements?.(prefix) ?? [], db);
  const lookAfter = () => runStatements(backend.upkeepStatements?.(prefix) ?? [], db);
  /** Without a function that takes accents from texts, they are searched and put in order with them. */
  let fold: string | undefined;
  const makeFolding = async () => {
    if (backend.makeFolding === undefined || fold !== undefined) return;
    await driver
      .inSavepoint(() => backend.makeFolding!(db))
      .catch((error: Error) => log.warn(`accents count in searches and in the order of texts: ${error.message}`));
    const made = await backend.foldFunction(db);
    if (made !== undefined) await createTextOrders(db, backend, prefix, made);
  };
  const createIndexesAndOrders = async () => {
    await createIndexes(db, backend, prefix);
    await createTextOrders(db, backend, prefix, undefined);
  };
  const statements = new PreparedStatements(db, driver);
  const prepare: Database['prepare'] = (name, build) => statements.prepare(name, build);
  const migrations = new Migrations({ db, prepare, prefix }, backend, (work) => atLength(() => transaction(work)));
  if (guest === undefined || guest.derives) await migrations.prepare();
  if (content === 'own') {
    await migrations.run('database', [{ name: '0001-options', up: () => createOptionsTable(db, backend) }]);
  } else if (guest === undefined) {
    await migrations.run('database', [
      { name: '0001-tables', up: () => createTables(db, backend) },
      { name: '0002-counts', up: deriveAll },
      { name: '0003-list-indexes', up: () => createIndexesAndOrders() },
      { name: '0004-plans', up: giveStatistics },
      { name: '0005-upkeep', up: lookAfter },
      { name: '0006-accents', up: makeFolding },
    ]);
  } else if (guest.derives) {
    await migrations.run('guest', [{ name: '0001-counts', up: deriveAll }]);
    if (!(await backend.foreign!.isDerived(db, prefix))) await atLength(() => transaction(deriveAll));
  }
  driver.refusesWrites = refusesWrites;
  // What runs already goes on with the indexes that it knows of, as long as it runs.
  fold = await backend.foldFunction(db);

  /** How many runs of `bulk` are at work, which index texts themselves. */
  let bulks = 0;
  const compact = () => runStatements((isDerived && backend.compactStatements?.(prefix)) || [], db);
  const tidy = async () => {
    if (bulks === 0) search?.soon();
    await compact();
  };
  await tidy();
  /** Without the right to look after the tables, as where another user owns them, the server does so later. */
  const analyze = () =>
    runStatements((guest === undefined && backend.analyzeStatements?.(prefix)) || [], db).catch((error: Error) =>
      log.warn(`the tables could not be analyzed: ${error.message}`),
    );
  const complete = (progress: (left: number) => void = () => undefined) =>
    atLength(async () => {
      await compact();
      await search?.catchUp(progress);
      await analyze();
      await backend.driver.shortenLog?.(true);
    });
  const checks: DatabaseCheck[] = [
    // Nothing but a backup mends a damaged file.
    { find: () => backend.check(db, prefix), repair: async () => undefined },
    ...(isDerived ? (['posts', 'comments'] as const) : []).map((from) =>
      derivedCheck(from, db, prefix, () => transaction(() => (guest === undefined ? derive(from) : deriveAll()))),
    ),
  ];
  const inserts = new RowInserts(db, driver, backend.dialect);
  const declared: DeclaredSteps[] = [];
  // A replica is asked for what is known to have changed.
  let stopWatching = replica && tracker.watch();
  const database: Database = {
    db,
    prepare,
    narrow: async (...wanted) => search?.narrow(...wanted),
    tidy,
    dialect: backend.dialect,
    isGuest: guest !== undefined,
    hasCounts: isDerived,
    isReadOnly,
    file,
    prefix,
    statements: driver.statements,
    get connections() {
      return backend.connections?.();
    },
    tracker,
    get sight() {
      return sight?.();
    },
    get replica() {
      return replica?.figures;
    },
    cache: (options) => {
      // The changes of other processes matter to nothing else.
      stopWatching ??= tracker.watch();
      return caches.create({ ...options, tracker, isBypassed: () => driver.inTransaction });
    },
    transaction,
    savepoint: (work) => transaction(() => driver.inSavepoint(work)),
    lock: (name) => driver.lock(name, () => backend.lock(prepare, `${prefix}${name}`)),
    beforeCommit: (work) => (values) => transaction(async () => driver.beforeCommit(work, values)),
    unawaited: (write) => driver.unawaited(write),
    afterCommit: (work, { changesAnswers = true } = {}) => driver.afterCommit(work, changesAnswers, logFailure),
    afterRollback: (work) => driver.afterRollback(work),
    insert: async (table, values) => {
      const column = ID_COLUMNS.get(table) ?? 'id';
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
      const id = await inserts.insert(table, given, column);
      if (Object.hasOwn(given, column)) await backend.syncSequence(db, table, column, prefix);
      return id;
    },
    reserveId: async (table) => backend.reserveId?.(prepare, table, ID_COLUMNS.get(table) ?? 'id', prefix),
    syncIds: (table) => backend.syncSequence(db, table, ID_COLUMNS.get(table) ?? 'id', prefix),
    insertAll: (table, rows, conflict) => inserts.insertAll(table, rows, conflict),
    bulk: async (work) => {
      bulks++;
      const contract = backend.driver.expand?.();
      try {
        return await atLength(() =>
          work(async () => {
            await search?.catchUp(() => undefined);
            await backend.driver.shortenLog?.();
          }),
        );
      } finally {
        bulks--;
        contract?.();
      }
    },
    complete,
    like: (text) => text.replace(LIKE_SIGNS, '\\$&'),
    matches: (column, pattern) => matching(backend, column, pattern, fold),
    mergeSorted: (branches, part) => mergeSorted(db, backend.mergesSorted, branches, part),
    textOrder: (column) => textOrder(backend, column, fold),
    unaccented: (column) => sql`${sql.raw(fold ?? 'lower')}(${sql.ref(column)})`,
    fold: (column) => (backend.foldsCase ? sql`lower(${sql.ref(column)})` : sql`${sql.ref(column)}`),
    integer: (column) => sql`cast(${sql.ref(column)} as ${sql.raw(backend.integerType)})`,
    // What plugins put into a new site is there in one that another program made.
    ownTables,
    migrate: async (plugin, steps) => {
      declared.push([plugin, steps]);
      if (guest !== undefined) return;
      await migrations.run(
        plugin,
        steps.map((step) => ({ name: step.name, up: (on) => step.up(on, database) })),
      );
    },
    addCheck: (check) => void checks.push(check),
    bearTraceContext: (context) => {
      // SQLite runs in this process, which knows of its statements anyway, and shows them to nobody else.
      if (backend.dialect !== 'sqlite') driver.traceContext = context;
    },
  };
  if (isDerived) search = await backend.openSearch(database, searchIndex, log, fold);
  /** Runs work that changes what is ours, in a database of which nothing else may be changed. */
  const unguarded = async <T>(work: () => Promise<T>): Promise<T> => {
    driver.refusesWrites = false;
    try {
      return await work();
    } finally {
      driver.refusesWrites = refusesWrites;
    }
  };
  const reindex = async (progress: (left: number) => void) => {
    const work = async () => {
      await deriveAll();
      if (guest !== undefined) return;
      await giveStatistics();
      await lookAfter();
      await makeFolding();
    };
    await unguarded(() => atLength(() => transaction(work)));
    await complete(progress);
  };
  const close = async () => {
    await stopWatching?.();
    await search?.stop();
  };
  const removeOwn = guest && (() => unguarded(() => backend.foreign!.removeOwn(db, prefix)));
  isOpen = true;
  return { database, migrations, declared, checks, reindex, analyze, atLength, close, ...(removeOwn && { removeOwn }) };
}

/** What has a meaning in patterns, and the wide and small forms of it, of which folding makes the plain ones on PostgreSQL. */
const LIKE_SIGNS = /[\\%_\u2216\ufe68\ufe6a\uff05\uff3c\uff3f]/g;

/**
 * Whether a column matches a pattern, case and accents aside. On SQLite, texts of ASCII are not folded, which would take
 * longer than to look at them.
 */
function matching(
  { dialect, likeOperator }: Backend,
  column: string,
  pattern: string,
  fold: string | undefined,
): RawBuilder<SqlBool> {
  const text = sql.ref(column);
  // A server whose collation ignores accents does not see those that are letters of their own in a pattern.
  if (dialect === 'mysql') return sql`${text} like ${pattern.normalize('NFC')} escape '\\'`;
  const plain = sql<SqlBool>`${text} ${sql.raw(likeOperator)} ${pattern} escape '\\'`;
  if (fold === undefined) return plain;
  const call = sql.raw(fold);
  if (dialect !== 'sqlite') return sql`${call}(${text}) like ${call}(${pattern}) escape '\\'`;
  const folded = foldText(pattern);
  const inFolded = sql<SqlBool>`${call}(${text}) like ${folded} escape '\\'`;
  if (!ASCII.test(folded)) return inFolded;
  return sql`(${text} like ${folded} escape '\\' or (octet_length(${text}) > length(${text}) and ${inFolded}))`;
}
