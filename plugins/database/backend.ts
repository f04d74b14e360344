import type { CompiledQuery, DatabaseIntrospector, DialectAdapter, Driver, Kysely, QueryCompiler } from 'kysely';
import type { StartWatching } from '../../core/cache/index.ts';
import type { Logger, MaybePromise } from '../../core/index.ts';
import type { Connections, Database } from './database.ts';
import type { DerivedFrom } from './derived/derived-from.ts';
import type { DialectName } from './dialect.ts';
import type { Trouble } from './errors.ts';
import type { ColumnKind, TableLayout } from './layout/column.ts';
import type { SearchIndex } from './search/search-index.ts';
import type { Sight } from './sight.ts';
import type { Tables } from './tables.ts';

/** A driver that may be able to read without waiting. */
export interface ImmediateDriver extends Driver {
  /**
   * Whether a connection takes further statements before it has answered, and runs them in order. In a transaction, those after
   * one that fails have to fail too.
   */
  readonly takesMany?: boolean;
  /** What kept the database from doing what it was told, where an error says so; undefined for any other error. */
  trouble(error: unknown): Trouble | undefined;
  /** Whether the system has given the transaction up that a statement failed in with this error. */
  endsTransaction(error: unknown): boolean;
  /** The rows of a query that reads, outside transactions; undefined when the connection is in use. */
  rowsAtOnce?<R>(query: CompiledQuery, parameters: readonly unknown[]): R[] | undefined;
  /**
   * The rows of a query that reads, outside transactions: it is sent together with what else is read in the same turn of the event
   * loop. Left out where a connection takes one statement at a time.
   */
  rowsTogether?<R>(query: CompiledQuery): Promise<R[]>;
  /** Runs a statement in the transaction that is open; without a promise. */
  runAtOnce?<R>(query: CompiledQuery, parameters: readonly unknown[]): R[];
  /** Waits until all committed transactions are on disk; left out where a commit waits for that itself. */
  settled?(): Promise<void>;
  /** Uses more memory from now on, as suits work that writes a lot; answers with the way back. */
  expand?(): () => void;
  /** Lets statements take as long as they need from now on, as suits the upkeep of tables; answers with the way back. */
  unlimit?(): () => void;
  /** Brings what was written into the file where the log has grown long, or in any case with `always`. */
  shortenLog?(always?: boolean): Promise<void>;
}

/** How a section is entered. */
export interface LockOptions {
  /** Whether others may be in it for minutes. */
  readonly isLong?: boolean;
  /** The name under which versions before enter it, where it is another one: these are kept out too. */
  readonly former?: string;
}

/** What differs from one database system to the next. A new one is a module that makes one of these. */
export interface Backend {
  readonly dialect: DialectName;
  /** Opens connections; already usable without `init`. */
  readonly driver: ImmediateDriver;
  /** The operator of a match by pattern that ignores case. */
  readonly likeOperator: 'like' | 'ilike';
  /** The type that whole numbers are cast to. */
  readonly integerType: 'bigint' | 'signed';
  createAdapter(): DialectAdapter;
  // biome-ignore lint/suspicious/noExplicitAny: Kysely gives its own object here, of whatever tables.
  createIntrospector(db: Kysely<any>): DatabaseIntrospector;
  /**
   * Makes a query compiler that adds the prefix to the names of the site's tables, and writes the selects of `views` where
   * queries read the tables that these stand for.
   */
  createQueryCompiler(prefix: string, views?: ReadonlyMap<string, string>): QueryCompiler;
  /** The type of a column, with its collation and default. */
  columnType(kind: ColumnKind): string;
  /** What the creation of a table has beside its columns, where indexes are not made one by one. */
  readonly tableParts?: { indexes(layout: TableLayout): readonly string[]; readonly end: string };
  /** Whether texts compare without regard to case only when they are folded. */
  readonly foldsCase: boolean;
  /** Whether it merges the parts of a union, each in the order of its index, instead of sorting all their rows. */
  readonly mergesSorted: boolean;
  /** Keeps other transactions of the site out of the section of this name until the running transaction ends. */
  lock(prepare: Database['prepare'], name: string, options?: LockOptions): Promise<void>;
  /** Takes the next id of a table, which no other row gets; left out where a row gets its id when it is stored. */
  reserveId?(prepare: Database['prepare'], table: string, column: string, prefix: string): Promise<number>;
  /** Sets the sequence of a table to its greatest id. */
  syncSequence(db: Kysely<Tables>, table: string, column: string, prefix: string): Promise<void>;
  /** Makes the function that takes case and accents from texts a part of the database. Run in a transaction. */
  makeFolding?(db: Kysely<Tables>): Promise<void>;
  /** The function that takes case and accents from texts; undefined where the database has none. */
  foldFunction(db: Kysely<Tables>): Promise<string | undefined>;
  /** Makes the index of texts where it is missing, or takes it away. */
  openSearch(
    database: Pick<Database, 'db' | 'like' | 'prefix' | 'prepare' | 'transaction'>,
    isEnabled: boolean,
    log: Logger,
    fold: string | undefined,
  ): Promise<SearchIndex | undefined>;
  /** Makes the site's tables, new ones included, report their changes. Run in a transaction. */
  follow?(db: Kysely<Tables>, prefix: string): Promise<void>;
  /** Watches for changes that other processes make; left out where no other process can make any. */
  readonly watch?: StartWatching;
  /** Whether the watch sees what it watches for; left out where it always does, undefined before it begins. */
  sight?(): Sight | undefined;
  /** Has the watch report all changes that have been made by now; left out where it does so by itself. */
  freshen?(): Promise<void>;
  /** What is to be known of a site that another program has made; left out where there can be none. */
  readonly foreign?: {
    isForeign(db: Kysely<Tables>, prefix: string): Promise<boolean>;
    missingRights(db: Kysely<Tables>, prefix: string, rights: readonly string[]): Promise<string[]>;
    /** Whether all triggers are there that fill derived tables: a backup that is read back takes them away. */
    isDerived(db: Kysely<Tables>, prefix: string): Promise<boolean>;
    /** The statements that fill derived tables anew while other programs write. Run in a transaction. */
    refillStatements(prefix: string): string[];
    /** Drops all tables and triggers of ours; answers with their names. */
    removeOwn(db: Kysely<Tables>, prefix: string): Promise<string[]>;
  };
  /** The statements that make derived tables anew, with triggers that keep them so. */
  deriveStatements(prefix: string, from: DerivedFrom, db: Kysely<Tables>): MaybePromise<string[]>;
  /** The statements that tell the planner what it may assume of the site's tables, where it does not find out itself. */
  statisticsStatements?(prefix: string): string[];
  /** The statements that have the server look after the site's tables as often as they need it, where it does so. */
  upkeepStatements?(prefix: string): string[];
  /** The statements that have the planner find out about the site's tables, where it does so. Run outside transactions. */
  analyzeStatements?(prefix: string): string[];
  /** The statements that make the derived counts short, where they are stored as changes. */
  compactStatements?(prefix: string): string[];
  /** The connections of a pool at present, where there is one. */
  connections?(): Connections;
  /** Problems that the system's own check finds, one line each. */
  check(db: Kysely<Tables>, prefix: string): Promise<string[]>;
}
