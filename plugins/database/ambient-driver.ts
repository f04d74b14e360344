import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { type MaybePromise, Reading, tracedStatement } from '../../core/index.ts';
import type { ImmediateDriver } from './backend.ts';
import type { Footprint, Footprints } from './footprint.ts';
import { Lock } from './lock.ts';
import { ANYTHING, type Sources } from './sources.ts';

/** Work that waits for the end of a transaction. */
export type Late = () => void | Promise<void>;

/** An open transaction: the connection it holds and what is to happen once it is committed. */
interface Scope {
  readonly connection: DatabaseConnection;
  /** One statement at a time, also when the work issues several at once. */
  readonly lock: Lock;
  readonly afterCommit: Late[];
  readonly afterRollback: Late[];
  /** Whether anything of it has a part in what answers are made of. */
  changesAnswers: boolean;
  /** The tables that were written. */
  readonly written: Set<string>;
  open: boolean;
}

/** Keeps account of what statements read and write. */
class Account {
  readonly statements = { count: 0 };
  readonly sources: Sources;
  readonly #footprints: Footprints;

  constructor(sources: Sources, footprints: Footprints) {
    this.sources = sources;
    this.#footprints = footprints;
  }

  /** Counts a statement, and notes what it reads, and what it writes in a transaction. */
  count(sql: string, scope?: Scope): Footprint {
    this.statements.count++;
    const footprint = this.#footprints.of(sql);
    if (scope !== undefined && footprint.writes.length > 0) {
      if (scope.written.size === 0) this.sources.beginWrite();
      for (const name of footprint.writes) scope.written.add(name);
    }
    if (Reading.isAnyOpen) {
      for (const name of footprint.reads) this.sources.source(name).read();
      if (footprint.varies) Reading.spoilAll('a statement answers otherwise each time');
    }
    return footprint;
  }
}

/** Counts the statements of a connection, and knows the transaction it serves. */
class CountedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly scope: Scope | undefined;
  /** Whether it has written outside transactions. */
  hasWritten = false;
  readonly #account: Account;

  constructor(inner: DatabaseConnection, account: Account, scope?: Scope) {
    this.inner = inner;
    this.scope = scope;
    this.#account = account;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { writes } = this.#account.count(query.sql, this.scope);
    const run = () => tracedStatement(query.sql, () => this.inner.executeQuery<R>(query));
    return writes.length === 0 || this.scope !== undefined ? run() : this.#write(writes, run);
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    const { writes } = this.#account.count(query.sql);
    // Nothing says when a stream has ended.
    if (writes.length > 0) throw new Error('a statement that writes cannot be streamed; execute it');
    return tracedStatement(query.sql, () => this.inner.streamQuery<R>(query, chunkSize));
  }

  /** Runs a statement that writes outside transactions, and says so. */
  async #write<T>(names: readonly string[], run: () => Promise<T>): Promise<T> {
    const { sources } = this.#account;
    this.hasWritten = true;
    sources.beginWrite();
    try {
      return await run();
    } finally {
      sources.endWrite(names);
    }
  }
}

/**
 * A driver under which a query belongs to the transaction in whose work it is issued, whoever holds the Kysely
 * object: the transaction is found by asynchronous context. The inner driver belongs to whoever opened it.
 */
export class AmbientDriver implements Driver {
  readonly #account: Account;
  readonly #inner: ImmediateDriver;
  readonly #scopes = new AsyncLocalStorage<Scope>();
  #open = 0;

  /** `sources` are told what is read and written, as `footprints` tell it from the texts of statements. */
  constructor(inner: ImmediateDriver, sources: Sources, footprints: Footprints) {
    this.#inner = inner;
    this.#account = new Account(sources, footprints);
  }

  /** How many statements ran. */
  get statements(): { readonly count: number } {
    return this.#account.statements;
  }

  /** Runs work in a transaction, or in the one that is already open; rolls back when it throws. */
  async transaction<T>(work: () => Promise<T>, onLateFailure: (error: unknown) => void): Promise<T> {
    if (this.#scope() !== undefined) return work();
    const connection = await this.#inner.acquireConnection();
    const scope: Scope = {
      connection,
      lock: new Lock(),
      afterCommit: [],
      changesAnswers: false,
      afterRollback: [],
      written: new Set(),
      open: true,
    };
    const { sources } = this.#account;
    const { written } = scope;
    let isTold = false;
    try {
      const result = await this.#run(scope, work, onLateFailure);
      if (written.size > 0) {
        // Others see it from now on, on disk or not: unless somebody keeps of it what is yet to be brought up to date,
        // what they make of it may be kept while the disk is waited for.
        isTold = !scope.changesAnswers;
        if (isTold) sources.endWrite(written);
        else sources.changed(written);
        // Others go on meanwhile, and their transactions are brought to the disk together with this one.
        await this.#inner.settled?.();
      }
      for (const callback of scope.afterCommit) await runLate(callback, onLateFailure);
      return result;
    } catch (error) {
      for (const callback of scope.afterRollback) await runLate(callback, onLateFailure);
      if (isTold) sources.changed(written);
      throw error;
    } finally {
      // Only now is what others keep of the tables as it is in them.
      if (written.size > 0 && !isTold) sources.endWrite(written);
    }
  }

  /**
   * Runs work once the open transaction is committed, or at once when none is open; `changesAnswers` where answers may be
   * others by it.
   */
  afterCommit(work: Late, changesAnswers: boolean, onLateFailure: (error: unknown) => void): void {
    const scope = this.#scope();
    if (scope === undefined) return void runLate(work, onLateFailure);
    scope.afterCommit.push(work);
    scope.changesAnswers ||= changesAnswers;
  }

  /** Whether the running code belongs to a transaction that is open. */
  get inTransaction(): boolean {
    return this.#scope() !== undefined;
  }

  /** Runs work if the open transaction is rolled back; never when none is open. */
  afterRollback(work: Late): void {
    this.#scope()?.afterRollback.push(work);
  }

  /**
   * The rows of a query that reads: at once where the system can, and nobody else has the connection, or the transaction
   * in whose work it is issued.
   */
  rows<R>(query: CompiledQuery, parameters: readonly unknown[]): MaybePromise<R[]> {
    const scope = this.#scope();
    if (scope !== undefined) return this.run(query, parameters);
    const read = () => this.#inner.rowsAtOnce?.<R>(query, parameters);
    const rows = tracedStatement(query.sql, read);
    if (rows === undefined) return this.#rowsLater({ ...query, parameters });
    this.#account.count(query.sql);
    return rows;
  }

  /** Runs a query, and answers with its rows: at once in a transaction where the system can. */
  run<R>(query: CompiledQuery, parameters: readonly unknown[]): MaybePromise<R[]> {
    const scope = this.#scope();
    const inner = this.#inner;
    if (scope === undefined || scope.lock.isHeld || inner.runAtOnce === undefined) {
      return this.#rowsLater({ ...query, parameters });
    }
    this.#account.count(query.sql, scope);
    return tracedStatement(query.sql, () => inner.runAtOnce!<R>(query, parameters));
  }

  /**
   * What differs once anybody has written, or written to one of these tables; undefined in a transaction, while one is
   * open, and where none is known.
   */
  version(tables: readonly string[]): string | undefined {
    if (this.#scope() !== undefined) return undefined;
    if (tables.length === 0) return this.#inner.versionAtOnce?.('everybody');
    // Which table was written to is known of those who write through this process alone.
    let version = this.#inner.versionAtOnce?.('others');
    if (version === undefined) return undefined;
    for (const name of tables) version += `:${this.#account.sources.source(name).version}`;
    return version;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const scope = this.#scope();
    if (scope === undefined) return new CountedConnection(await this.#inner.acquireConnection(), this.#account);
    await scope.lock.acquire();
    if (!scope.open) {
      scope.lock.release();
      throw new Error('a query came after the end of its transaction; await it inside the transaction');
    }
    return new CountedConnection(scope.connection, this.#account, scope);
  }

  async releaseConnection(connection: CountedConnection): Promise<void> {
    if (connection.scope !== undefined) return connection.scope.lock.release();
    await this.#inner.releaseConnection(connection.inner);
    if (!connection.hasWritten) return;
    try {
      await this.#inner.settled?.();
    } catch (error) {
      this.#account.sources.changed([ANYTHING]);
      throw error;
    }
  }

  async beginTransaction(): Promise<void> {
    throw new Error('use Database.transaction(), not the transaction of Kysely');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {}

  async #run<T>(scope: Scope, work: () => Promise<T>, onLateFailure: (error: unknown) => void): Promise<T> {
    const { connection } = scope;
    this.#open++;
    try {
      await this.#inner.beginTransaction(connection, {});
      try {
        const result = await this.#scopes.run(scope, work);
        await this.#close(scope);
        await this.#inner.commitTransaction(connection);
        return result;
      } catch (error) {
        if (scope.open) await this.#close(scope);
        await this.#inner.rollbackTransaction(connection).catch(onLateFailure);
        throw error;
      }
    } finally {
      // While asynchronous context is followed, every promise of the process costs more. A closed scope is none.
      if (--this.#open === 0) this.#scopes.disable();
      scope.lock.release();
      await this.#inner.releaseConnection(connection);
    }
  }

  async #rowsLater<R>(query: CompiledQuery): Promise<R[]> {
    const connection = (await this.acquireConnection()) as CountedConnection;
    try {
      return (await connection.executeQuery<R>(query)).rows;
    } finally {
      await this.releaseConnection(connection);
    }
  }

  /** Lets the statements in flight finish, and takes no more. */
  async #close(scope: Scope): Promise<void> {
    await scope.lock.acquire();
    scope.open = false;
  }

  /** The transaction that the running code belongs to; what outlives its transaction belongs to none. */
  #scope(): Scope | undefined {
    const scope = this.#open === 0 ? undefined : this.#scopes.getStore();
    return scope?.open ? scope : undefined;
  }
}

async function runLate(work: Late, onFailure: (error: unknown) => void): Promise<void> {
  try {
    await work();
  } catch (error) {
    onFailure(error);
  }
}
