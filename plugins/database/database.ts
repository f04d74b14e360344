import type { Insertable, Kysely, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import type { ChangeTracker } from '../../core/cache/index.ts';
import { type Cache, type CacheOptions, serviceToken } from '../../core/index.ts';
import type { DatabaseCheck } from './check.ts';
import type { DialectName } from './dialect.ts';
import type { Branch, MergedPart } from './merge-sorted.ts';
import type { Migration } from './migration.ts';
import type { Parameter, PreparedStatement, Query } from './prepared-statement.ts';
import type { ReplicaFigures } from './replica.ts';
import type { KeyConflict, NewRow } from './row-inserts.ts';
import type { SearchedTable } from './search/searched.ts';
import type { Sight } from './sight.ts';
import type { Tables } from './tables.ts';

/** The connections of a pool, and how many queries wait for one. */
export interface Connections {
  readonly idle: number;
  readonly busy: number;
  readonly waiting: number;
}

/** Options of a callback that waits for the end of a transaction. */
export interface CommitCallbackOptions {
  /** Whether it may change answers, as by updating values in memory that come from a table; true when left out. */
  readonly changesAnswers?: boolean;
}

/** Options of a transaction. */
export interface TransactionOptions {
  /** Whether its work may be run again when it was undone because of others; true when left out. */
  readonly isRepeatable?: boolean;
}

/** The site's database. */
export interface Database {
  /**
   * Builds and runs queries on the tables, named without prefix. A query that is issued in the work of a
   * `transaction` belongs to it; any other waits, on SQLite, until no transaction is open.
   */
  readonly db: Kysely<Tables>;
  readonly dialect: DialectName;
  /** Whether the site was made by another program, whose tables stay as they are and get none of ours. */
  readonly isGuest: boolean;
  /** Whether there are tables of derived counts. Without, what is selected from them is worked out of all rows each time. */
  readonly hasCounts: boolean;
  /** Whether nothing of the site may be changed: what a request that only reads would write is left out then. */
  readonly isReadOnly: boolean;
  /** The file of the database; undefined for one on a server or in memory. */
  readonly file: string | undefined;
  /** What the names of the tables begin with: `wp_`. */
  readonly prefix: string;
  /** How many statements ran since the start. */
  readonly statements: { readonly count: number };
  /** The connections to the database at present; undefined where there is but one. */
  readonly connections: Connections | undefined;
  /** The versions of the tables, and of the other sources of cached values. */
  readonly tracker: ChangeTracker;
  /**
   * Whether the changes of other processes are seen, without which nothing is cached: `seen`, `lost` while the connection is that
   * tells of them, or `deaf` where nothing is told on it; undefined where none are watched for, or they are always seen.
   */
  readonly sight: Sight | undefined;
  /** How the replica is that answers reads; undefined where there is none. */
  readonly replica: ReplicaFigures | undefined;
  /**
   * Makes a cache whose entries depend on tables, by their names without prefix, or on names of a plugin's own. It is
   * bypassed in a transaction, which sees what others do not, and while the changes of other processes are not seen.
   */
  cache<V extends {}, K extends {} = string>(options: Omit<CacheOptions<V, K>, 'tracker' | 'isBypassed'>): Cache<V, K>;
  /**
   * Prepares a statement with named parameters. It is built and compiled once for a name, as building a query costs
   * more than running it. The name says all that the text of the statement and its fixed values depend on, beside which
   * values are given and how long lists are. A statement that runs in the work of a `transaction` belongs to it. Those of a
   * transaction run in the order of their calls, also where none waits for the one before: on PostgreSQL they go to the server
   * together.
   *
   * @example
   * const byType = database.prepare('mine.byType', (parameter: Parameter<{ type: string; ids: readonly number[] }>) =>
   *   database.db
   *     .selectFrom('posts')
   *     .select(['ID', 'post_title'])
   *     .where('post_type', '=', parameter('type'))
   *     .where('ID', 'in', parameter('ids')),
   * );
   * const rows = await byType.rows({ type: 'page', ids: [1, 2] });
   */
  prepare<V extends object, R>(name: string, build: (parameter: Parameter<V>) => Query<R>): PreparedStatement<V, R>;
  /**
   * Runs work in a transaction; rolls back when it throws. In the work of another, it joins that one. Where others were in
   * its way, such as in a deadlock, it is undone and run again a few times, then given up with status 503: what it does
   * outside of the database belongs before it or in `afterCommit`. Work that counts or remembers what it did says that it
   * may not be run again.
   */
  transaction<T>(work: () => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Runs work as a part of the open transaction that is undone by itself where it throws: who catches that may go on and
   * commit the rest. In no transaction, it is one.
   */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Keeps other transactions out of the section of this name, which is the site's own, until the open transaction ends: what is
   * found there, such as that a name is free, holds when it is written. Called in a transaction.
   */
  lock(name: string): Promise<void>;
  /**
   * Makes a function that gathers values in the open transaction, and has work done with all of them as the last of it. Rows
   * that many transactions write, such as counts, are so locked for a short time, and in one order. Where no transaction is
   * open, each call is one.
   *
   * @example
   * const recount = database.beforeCommit(async (shelfIds: readonly number[]) => { … });
   * await recount([3]);
   */
  beforeCommit<T>(work: (values: readonly T[]) => Promise<void>): (values: readonly T[]) => Promise<void>;
  /**
   * Goes on without the answer to a write of the open transaction, which what follows does not depend on: what is read later
   * sees it all the same. The transaction waits for it before it ends, and fails where it does.
   */
  unawaited(write: Promise<unknown>): void;
  /**
   * Runs work once the open transaction is committed and on disk; at once when none is open. Its failure is logged. No
   * answer that is made before that is cached, unless the options say that the work changes none.
   */
  afterCommit(work: () => void | Promise<void>, options?: CommitCallbackOptions): void;
  /** Runs work if the open transaction is rolled back; never when none is open. */
  afterRollback(work: () => void | Promise<void>): void;
  /** Inserts a row and answers with its id. A row may bring an id of its own. */
  insert<T extends keyof Tables & string>(table: T, values: Insertable<Tables[T]>): Promise<number>;
  /**
   * Takes the id that a new row will have, so that the row may tell of it: `insertAll` stores it. Undefined where a row gets its
   * id when it is stored. Called in a transaction.
   */
  reserveId(table: keyof Tables & string): Promise<number | undefined>;
  /**
   * Inserts rows that all have the same columns, many in a statement; the database gives them their ids. `conflict` says
   * what happens to a row whose key is taken.
   */
  insertAll(table: string, rows: readonly NewRow[], conflict?: KeyConflict): Promise<void>;
  /** Has the ids that the database gives go on behind the greatest one, after rows were inserted with ids of their own. */
  syncIds(table: keyof Tables & string): Promise<void>;
  /** Escapes `%`, `_` and `\` in a text that is to stand in a pattern. */
  like(text: string): string;
  /** Whether a column matches a pattern, without regard to case and accents: `matches('post_title', '%' + like(word) + '%')`. */
  matches(column: string, pattern: string): RawBuilder<SqlBool>;
  /** A column as it is compared without regard to case; the other side is in lower case. */
  fold(column: string): RawBuilder<string>;
  /**
   * A part of a list whose branches an index holds in the list's order each: their rows' `id` and `place`, which is what
   * the list is ordered by.
   */
  mergeSorted(
    branches: readonly Branch[],
    part: MergedPart,
  ): SelectQueryBuilder<Tables, never, { id: number; place: unknown }>;
  /** A column as lists are ordered by it that no index holds in that order: without regard to case and accents. */
  unaccented(column: string): RawBuilder<string>;
  /** The whole number that a column of text holds. */
  integer(column: string): RawBuilder<number>;
  /** A column of text as lists are ordered by it, without regard to case. */
  textOrder(column: string): RawBuilder<string>;
  /** Runs a plugin's migrations that have not run. Called in `setup`. */
  migrate(plugin: string, migrations: readonly Migration[]): Promise<void>;
  /**
   * Says of tables of the plugin's own that nothing changes them but statements which name them, and nothing else changes with them.
   * Cached answers then depend on these tables as on those of the site; a statement that names any other table counts as reading
   * or writing anything, so that a write makes every cached answer stale. Called in `setup`.
   *
   * @example
   * await database.migrate('shelves', migrations);
   * database.ownTables('shelves', 'shelves_books');
   */
  ownTables(...names: readonly string[]): void;
  /** Has `db check` look at something, after what was added before it. Called in `setup`. */
  addCheck(check: DatabaseCheck): void;
  /**
   * Has statements end with a comment that names the trace context of the code that issues them, in the form of W3C Trace Context
   * (`00-…-…-01`), where `context` tells one: the server prepares such a statement anew. Nothing is added on SQLite. Called in `setup`.
   */
  bearTraceContext(context: () => string | undefined): void;
  /**
   * The condition, on `posts` or `comments`, of being among the few rows in whose texts all these words may occur,
   * the values of a key of metadata included; what
   * it finds is still to be looked at. Undefined where there is no index of texts, and where it is of no use for these
   * words.
   */
  narrow(table: SearchedTable, words: readonly string[], metaKey?: string): Promise<RawBuilder<SqlBool> | undefined>;
  /** Does what was put off so that writes are quick: sums derived counts, and has changed texts indexed. */
  tidy(): Promise<void>;
  /**
   * Runs work that writes far more than requests do, in one transaction after the other. It calls `pause` between them,
   * in which others get their turn, texts are indexed, and the log of the database is made short. `complete` follows.
   */
  bulk<T>(work: (pause: () => Promise<void>) => Promise<T>): Promise<T>;
  /**
   * Does all that was put off, and waits for it, after which everything is as fast as it will be: what `tidy` does, and
   * what the planner knows of the tables. `progress` gets the number of texts that are still to be indexed.
   */
  complete(progress?: (left: number) => void): Promise<void>;
}

/** The token of the plugin `database`. */
export const Database = serviceToken('database', { requiredPermissions: 'database' });

/**
 * The token of the database of what is Tappet's own, as tables that plugins make for themselves and options named
 * `tappet_…`: that of the site, but where another program made the site. Its queries do not belong to transactions of the
 * site; what `beforeCommit` gathers is written when the site's transaction is committed.
 */
export const OwnDatabase = serviceToken('own-database', { requiredPermissions: 'database' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    database: Database;
    'own-database': Database;
  }
}
