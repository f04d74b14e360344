import type { Compilable, CompiledQuery, Insertable, Kysely, RawBuilder, SqlBool } from 'kysely';
import { type MaybePromise, serviceToken } from '../../core/index.ts';
import type { DialectName } from './backend.ts';
import type { Migration } from './migrations.ts';
import type { Sources } from './sources.ts';
import type { Tables } from './tables.ts';

/** The connections of a pool, and how many queries wait for one. */
export interface Connections {
  readonly idle: number;
  readonly busy: number;
  readonly waiting: number;
}

/** What is said of work that waits for the end of a transaction. */
export interface LateOptions {
  /** Whether answers may be others by it, as by bringing up to date what is kept of a table; true unless it is said. */
  readonly changesAnswers?: boolean;
}

/** The site's database. */
export interface Database {
  /**
   * Builds and runs queries on the tables, named without prefix. A query that is issued in the work of a
   * `transaction` belongs to it; any other waits, on SQLite, until no transaction is open.
   */
  readonly db: Kysely<Tables>;
  readonly dialect: DialectName;
  /** What the names of the tables begin with: `wp_`. */
  readonly prefix: string;
  /** How many statements ran since the start. */
  readonly statements: { readonly count: number };
  /** The connections to the database at present; undefined where there is but one. */
  readonly connections: Connections | undefined;
  /** The versions of the tables, and of whatever else answers are made of. */
  readonly sources: Sources;
  /**
   * A query in its compiled form, built and compiled the first time that its key is asked for: building a query costs
   * more than running it. The key says all that the text of the query depends on.
   */
  kept<R>(key: string, build: () => Compilable<R>): CompiledQuery<R>;
  /**
   * The rows of a compiled query that reads and names its columns (no `*`), with these parameters in place of its own: at once where the database
   * needs no waiting, as SQLite outside transactions. A query in the work of a `transaction` belongs to it.
   */
  rows<R>(query: CompiledQuery<R>, parameters?: readonly unknown[]): MaybePromise<R[]>;
  /**
   * Runs a compiled query that writes, with these parameters in place of its own; answers with the rows that it returns.
   * It is at hand at once where the database needs no waiting, as in a transaction on SQLite.
   */
  run<R>(query: CompiledQuery<R>, parameters?: readonly unknown[]): MaybePromise<R[]>;
  /** Runs work in a transaction; rolls back when it throws. In the work of another, it joins that one. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Keeps others out of the section of this name, which is the site's own, until the open transaction ends: what is
   * found there, such as that a name is free, holds when it is written. Called in a transaction.
   */
  lock(name: string): Promise<void>;
  /**
   * Runs work once the open transaction is committed and on disk; at once when none is open. Its failure is logged. No
   * answer that is made before that is kept, unless the work is said to have no part in any.
   */
  afterCommit(work: () => void | Promise<void>, options?: LateOptions): void;
  /** Runs work if the open transaction is rolled back; never when none is open. */
  afterRollback(work: () => void | Promise<void>): void;
  /** Inserts a row and answers with its id. A row may bring an id of its own. */
  insert<T extends keyof Tables & string>(table: T, values: Insertable<Tables[T]>): Promise<number>;
  /** Escapes `%`, `_` and `\` in a text that is to stand in a pattern. */
  like(text: string): string;
  /** Whether a column matches a pattern, without regard to case: `matches('post_title', '%' + like(word) + '%')`. */
  matches(column: string, pattern: string): RawBuilder<SqlBool>;
  /** A column as it is compared and ordered without regard to case; the other side is in lower case. */
  fold(column: string): RawBuilder<string>;
  /** Runs a plugin's migrations that have not run. Called in `setup`. */
  migrate(plugin: string, migrations: readonly Migration[]): Promise<void>;
  /**
   * Something that differs once anybody, this process or another, has written to the database, or to these tables of it:
   * what was read under a version would be read again as long as it holds. Undefined while that cannot be told at once:
   * in a transaction, while another is open, and on PostgreSQL.
   */
  version(...tables: string[]): string | undefined;
  /**
   * The version, also where it has to be asked for, as on PostgreSQL. Undefined in a transaction, which sees what may
   * be undone, and on SQLite while one is open.
   */
  stateMark(): MaybePromise<string | undefined>;
  /**
   * The condition, on `posts`, of being among the few items in which all these words may occur; what it finds is still
   * to be looked at. Undefined where there is no index of texts, and where it is of no use for these words.
   */
  narrow(words: readonly string[]): Promise<RawBuilder<SqlBool> | undefined>;
  /** Does what was put off so that writes are quick: sums derived counts, and has changed texts indexed. */
  tidy(): Promise<void>;
  /** Something that differs once anybody, this process or another, has changed a table. */
  changeMark(table: keyof Tables & string): Promise<unknown>;
}

/** The token of the plugin `database`. */
export const Database = serviceToken('database', { needs: 'database' });

declare module '../../core/services.ts' {
  interface ServiceCatalogue {
    database: Database;
  }
}
