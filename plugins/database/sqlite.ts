import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database as Connection, Statement } from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  sql,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { within } from '../../core/base/index.ts';
import type { WatchEvents, Watching } from '../../core/cache/index.ts';
import type { Backend, ImmediateDriver } from './backend.ts';
import { sqliteStatements } from './derived/sqlite.ts';
import type { Trouble } from './errors.ts';
import type { ColumnKind } from './layout/column.ts';
import { Lock } from './lock.ts';
import { PrefixedSqliteCompiler } from './prefix.ts';
import { rowReader } from './row-reader.ts';
import { foldText } from './search/fold-text.ts';
import { type AtOnce, openSqliteSearch } from './search/sqlite-search.ts';
import { Sqlite } from './sqlite-driver.ts';
import { statisticsStatements } from './sqlite-statistics.ts';
import { usingTables } from './table-usage.ts';
import { WalSync } from './wal-sync.ts';
import { BUSY_TIMEOUT, WriteGroup } from './write-group.ts';

/** How many prepared statements a connection remembers; a site's own queries are a few hundred. */
const STATEMENTS = 500;

/** After how long what another process is in the way of is tried again, in milliseconds. */
const BUSY_PAUSE = 10;

/**
 * How many pages the write-ahead log has before they are brought into the file: 32 MB of 4 KB each. Those that are
 * written over and over are brought there once.
 */
const CHECKPOINT = 8000;

/**
 * How much of the file a connection holds, in kilobytes. The system has it in memory as well, and hands out a page in a
 * microsecond: with four times as much nothing is faster, and a server grows along with its file for longer.
 */
const CACHE = 4000;

/**
 * The same for work that writes a lot: the pages of the indexes that rows of any place go to are then changed in
 * memory, and written once for many rows.
 */
const LARGE_CACHE = 32_000;

/**
 * How long the log may be before it is emptied, in bytes, and how long the readers who hold it are waited for,
 * in milliseconds. A checkpoint at a commit does not wait for them, so that the log of a busy site grows on.
 */
const LONG_LOG = 48_000_000;
const READERS = 10_000;
const RETRY = 20;

/** How long a transaction may still take that is open when the file is to be closed, in milliseconds. */
const CLOSING = 1000;

/** How often changes of other processes are looked for, in milliseconds. */
const WATCH = 100;

class SqliteConnection implements DatabaseConnection {
  readonly #connection: Connection;
  readonly #writes: WriteGroup;
  readonly #log: WalSync | undefined;
  readonly #statements = new LRUCache<string, Statement>({ max: STATEMENTS });
  readonly #readers = new LRUCache<string, ReturnType<typeof rowReader>>({ max: STATEMENTS });

  constructor(connection: Connection, writes: WriteGroup, log: WalSync | undefined) {
    this.#connection = connection;
    this.#writes = writes;
    this.#log = log;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#prepared(query);
    if (!statement.readonly) this.#log?.check();
    if (statement.reader) return { rows: statement.all(query.parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(query.parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /** The rows of a query, if it has any; it names its columns. */
  rows<R>({ sql: text }: CompiledQuery, parameters: readonly unknown[]): R[] {
    let read = this.#readers.get(text);
    if (read === undefined) {
      const statement = this.#connection.prepare(text);
      read = statement.reader ? rowReader(statement) : runner(statement);
      this.#readers.set(text, read);
    }
    return read(parameters) as R[];
  }

  /** Runs a statement at once; answers with its rows. */
  run(text: string, parameters: readonly unknown[]): unknown[] {
    const statement = this.#prepared({ sql: text });
    if (statement.reader) return statement.all(parameters);
    statement.run(parameters);
    return [];
  }

  #prepared({ sql: text }: Pick<CompiledQuery, 'sql'>): Statement {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = this.#connection.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }

  async *streamQuery<R>({ sql: text, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    await this.#writes.idle();
    for (const row of this.#connection.prepare(text).iterate(parameters)) yield { rows: [row as R] };
  }
}

/** What SQLite's codes say of the file, by their beginnings. */
const TROUBLES: readonly (readonly [code: string, trouble: Trouble])[] = [
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_LOCKED', 'busy'],
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY', 'read_only'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_IOERR', 'away'],
  ['SQLITE_CANTOPEN', 'away'],
  ['SQLITE_NOMEM', 'away'],
  ['DATABASE_UNDONE', 'away'],
  ['DATABASE_NOT_ON_DISK', 'away'],
];

/** What the code of an error says of the file. */
function troubleOf(error: unknown): Trouble | undefined {
  const code = String((error as { code?: unknown }).code);
  return TROUBLES.find(([beginning]) => code.startsWith(beginning))?.[1];
}

/** Whether an error says that another process was in the way. */
const isBusy = (error: unknown): boolean => troubleOf(error) === 'busy';

/** Runs a statement that has no rows. */
const runner = (statement: Statement) => (parameters: readonly unknown[]) => {
  statement.run(parameters);
  return [];
};

/** One connection: while a transaction or a statement holds it, all others wait. */
class SqliteDriver implements ImmediateDriver {
  readonly #raw: Connection;
  readonly #connection: SqliteConnection;
  readonly #lock = new Lock();
  readonly #log: WalSync | undefined;
  readonly #writes: WriteGroup;

  /** `log` brings to the disk what a commit does not bring there itself. */
  constructor(raw: Connection, log?: WalSync) {
    this.#raw = raw;
    this.#writes = new WriteGroup(raw);
    this.#connection = new SqliteConnection(raw, this.#writes, log);
    this.#log = log;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#lock.acquire();
    return this.#connection;
  }

  rowsAtOnce<R>(query: CompiledQuery, parameters: readonly unknown[]): R[] | undefined {
    return this.#lock.isHeld ? undefined : this.#connection.rows(query, parameters);
  }

  runAtOnce<R>(query: CompiledQuery, parameters: readonly unknown[]): R[] {
    return this.#connection.rows(query, parameters);
  }

  async settled(): Promise<void> {
    await this.#writes.settled();
    await this.#log?.settled();
  }

  /**
   * Runs statements in a transaction without waiting for another writer, or until they are on disk: after a loss of power
   * it may be undone as a whole. Undefined while another transaction writes, here or in another process.
   */
  atOnce: AtOnce = (work) => {
    if (this.#lock.isHeld || this.#raw.inTransaction) return undefined;
    this.#raw.pragma('busy_timeout = 0');
    try {
      return this.#raw
        .transaction(() => work((statement, ...parameters) => this.#connection.run(statement, parameters)))
        .immediate();
    } catch (error) {
      if (isBusy(error)) return undefined;
      throw error;
    } finally {
      this.#raw.pragma(`busy_timeout = ${BUSY_TIMEOUT}`);
    }
  };

  async releaseConnection(): Promise<void> {
    this.#lock.release();
  }

  async beginTransaction(): Promise<void> {
    this.#log?.check();
    // The time of day may jump.
    const end = performance.now() + BUSY_TIMEOUT;
    for (;;) {
      try {
        // A transaction that reads first and writes later would fail at once, not wait, when another process wrote between.
        return this.#writes.begin();
      } catch (error) {
        if (!isBusy(error) || performance.now() >= end) throw error;
      }
      // Another process writes. Those of this process who read, and other work, go on meanwhile.
      this.#lock.release();
      await sleep(BUSY_PAUSE);
      await this.#lock.acquire();
    }
  }

  trouble(error: unknown): Trouble | undefined {
    const trouble = troubleOf(error);
    // What was read is given up, so that a file that has been mended is read anew.
    if (trouble === 'damaged') this.#raw.pragma('shrink_memory');
    return trouble;
  }

  /** Where the disk is full or fails, SQLite itself undoes the whole of a transaction. */
  endsTransaction(error: unknown): boolean {
    if (this.#raw.inTransaction) return false;
    this.#writes.undoneBy(error);
    return true;
  }

  async commitTransaction(): Promise<void> {
    this.#writes.commit();
  }

  async rollbackTransaction(): Promise<void> {
    this.#writes.rollback();
  }

  expand(): () => void {
    this.#raw.pragma(`cache_size = -${LARGE_CACHE}`);
    this.#writes.aloneFromNowOn = true;
    return () => {
      this.#raw.pragma(`cache_size = -${CACHE}`);
      this.#writes.aloneFromNowOn = false;
    };
  }

  async shortenLog(always = false): Promise<void> {
    if (this.#log === undefined) return;
    for (const since = performance.now(); performance.now() - since < READERS; await sleep(RETRY)) {
      if ((statSync(this.#log.path, { throwIfNoEntry: false })?.size ?? 0) <= (always ? 0 : LONG_LOG)) return;
      await this.#emptyLog();
    }
  }

  /** Brings all of the log into the file, unless another process reads it or writes. */
  async #emptyLog(): Promise<void> {
    await this.#lock.acquire();
    try {
      await this.#writes.idle();
      this.#raw.pragma('busy_timeout = 0');
      this.#raw.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      this.#raw.pragma(`busy_timeout = ${BUSY_TIMEOUT}`);
      this.#lock.release();
    }
  }

  async destroy(): Promise<void> {
    await within(this.#writes.settled(), CLOSING, () => undefined).catch(() => undefined);
    await this.#log?.close();
    this.#raw.close();
  }
}

const TYPES: Record<ColumnKind['kind'], string> = {
  id: 'integer primary key autoincrement',
  reference: 'integer not null default 0',
  integer: 'integer not null',
  key: "text not null default ''",
  name: "text collate nocase not null default ''",
  title: "text collate nocase not null default ''",
  text: "text not null default ''",
  nullableKey: 'text default null',
  nullableText: 'text default null',
  date: "text not null default '0000-00-00 00:00:00'",
};

/** The path of the log of a file, which lies beside the file itself also where a link names that. */
function logOf(raw: Connection): string {
  const [main] = raw.pragma('database_list') as { file: string }[];
  return `${main!.file}-wal`;
}

/** Checks whether another connection has committed to the file: at short intervals, and on demand. */
function watchFile(raw: Connection, { changed, sees }: WatchEvents): Watching {
  const version = raw.prepare('pragma data_version').pluck();
  let last = version.get();
  let hasLooked = false;
  const look = () => {
    // Until the running code yields, no input that depends on another process can arrive.
    if (hasLooked || !raw.open) return;
    hasLooked = true;
    queueMicrotask(() => {
      hasLooked = false;
    });
    const now = version.get();
    if (now === last) return;
    last = now;
    changed();
  };
  const timer = setInterval(look, WATCH).unref();
  sees(true);
  return { look, stop: () => clearInterval(timer) };
}

/** Makes a file that is not there yet, and its folder, for this user alone; SQLite gives its log the rights of the file. */
function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

/** Has a connection write to a log; false where there is none. While another process begins the log of a new file, SQLite refuses without waiting. */
function hasLog(raw: Connection): boolean {
  for (const end = performance.now() + BUSY_TIMEOUT; ; ) {
    try {
      return raw.pragma('journal_mode = WAL', { simple: true }) === 'wal';
    } catch (error) {
      if (!isBusy(error) || performance.now() >= end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_PAUSE);
    }
  }
}

/**
 * Opens an SQLite database: a file, whose folder is made, or `:memory:`. Throws what SQLite says. `sync` replaces
 * the function that brings the log of a file to the disk.
 */
export function openSqlite(file: string, sync?: (log: number) => Promise<void>): Backend {
  if (file !== ':memory:') makePrivate(file);
  const raw = new Sqlite(file, { timeout: BUSY_TIMEOUT });
  const log = hasLog(raw) ? new WalSync(logOf(raw), sync) : undefined;
  // A commit is acknowledged once it is on disk; where there is a log, several are brought there together.
  raw.pragma(`synchronous = ${log === undefined ? 'FULL' : 'NORMAL'}`);
  raw.pragma(`wal_autocheckpoint = ${CHECKPOINT}`);
  raw.pragma(`cache_size = -${CACHE}`);
  raw.pragma('foreign_keys = OFF');
  raw.function('tappet_fold', { deterministic: true }, (text) => (typeof text === 'string' ? foldText(text) : text));
  const driver = new SqliteDriver(raw, log);
  return {
    dialect: 'sqlite',
    driver,
    likeOperator: 'like',
    foldsCase: false,
    mergesSorted: true,
    integerType: 'bigint',
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: (prefix) => new PrefixedSqliteCompiler(prefix),
    columnType: (column) => {
      const { kind } = column;
      if (kind === 'integer') return `${TYPES.integer} default ${column.standard}`;
      return 'standard' in column ? TYPES[kind].replace("default ''", `default '${column.standard}'`) : TYPES[kind];
    },
    // A transaction of ours begins with the write lock.
    lock: async () => undefined,
    openSearch: (database, isEnabled, log) => openSqliteSearch(database, driver.atOnce, isEnabled, log),
    foldFunction: async () => 'tappet_fold',
    deriveStatements: sqliteStatements,
    statisticsStatements,
    syncSequence: async () => undefined,
    ...(file === ':memory:' ? {} : { watch: (watch) => watchFile(raw, watch) }),
    check: async (db) => {
      const { rows } = await usingTables(sql<{ quick_check: string }>`pragma quick_check`, {}).execute(db);
      return rows.map((row) => row.quick_check).filter((line) => line !== 'ok');
    },
  };
}
