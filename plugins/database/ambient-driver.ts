import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { type MaybePromise, tracedStatement } from '../../core/index.ts';
import type { ImmediateDriver } from './backend.ts';
import { Lock } from './lock.ts';

/** Work that waits for the end of a transaction. */
export type Late = () => void | Promise<void>;

/** An open transaction: the connection it holds and what is to happen once it is committed. */
interface Scope {
  readonly connection: DatabaseConnection;
  /** One statement at a time, also when the work issues several at once. */
  readonly lock: Lock;
  readonly afterCommit: Late[];
  readonly afterRollback: Late[];
  open: boolean;
}

/** Counts the statements of a connection, and knows the transaction it serves. */
class CountedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly scope: Scope | undefined;
  readonly #statements: { count: number };

  constructor(inner: DatabaseConnection, statements: { count: number }, scope?: Scope) {
    this.inner = inner;
    this.scope = scope;
    this.#statements = statements;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#statements.count++;
    return tracedStatement(query.sql, () => this.inner.executeQuery<R>(query));
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    this.#statements.count++;
    return tracedStatement(query.sql, () => this.inner.streamQuery<R>(query, chunkSize));
  }
}

/**
 * A driver under which a query belongs to the transaction in whose work it is issued, whoever holds the Kysely
 * object: the transaction is found by asynchronous context. The inner driver belongs to whoever opened it.
 */
export class AmbientDriver implements Driver {
  readonly statements = { count: 0 };
  readonly #inner: ImmediateDriver;
  readonly #scopes = new AsyncLocalStorage<Scope>();
  #open = 0;

  constructor(inner: ImmediateDriver) {
    this.#inner = inner;
  }

  /** Runs work in a transaction, or in the one that is already open; rolls back when it throws. */
  async transaction<T>(work: () => Promise<T>, onLateFailure: (error: unknown) => void): Promise<T> {
    if (this.#scope() !== undefined) return work();
    const connection = await this.#inner.acquireConnection();
    const scope: Scope = { connection, lock: new Lock(), afterCommit: [], afterRollback: [], open: true };
    try {
      const result = await this.#run(scope, work, onLateFailure);
      for (const callback of scope.afterCommit) await runLate(callback, onLateFailure);
      return result;
    } catch (error) {
      for (const callback of scope.afterRollback) await runLate(callback, onLateFailure);
      throw error;
    }
  }

  /** Runs work once the open transaction is committed, or at once when none is open. */
  afterCommit(work: Late, onLateFailure: (error: unknown) => void): void {
    const scope = this.#scope();
    if (scope === undefined) void runLate(work, onLateFailure);
    else scope.afterCommit.push(work);
  }

  /** Runs work if the open transaction is rolled back; never when none is open. */
  afterRollback(work: Late): void {
    this.#scope()?.afterRollback.push(work);
  }

  /** The rows of a query that reads: at once where no transaction is open and nobody else has the connection. */
  rows<R>(query: CompiledQuery, parameters: readonly unknown[]): MaybePromise<R[]> {
    const read = () => this.#inner.rowsAtOnce?.<R>(query, parameters);
    const rows = this.#scope() === undefined ? tracedStatement(query.sql, read) : undefined;
    if (rows === undefined) return this.#rowsLater({ ...query, parameters });
    this.statements.count++;
    return rows;
  }

  /** What differs once anybody has written; undefined in a transaction, while one is open, and where none is known. */
  version(): string | undefined {
    return this.#scope() === undefined ? this.#inner.versionAtOnce?.() : undefined;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const scope = this.#scope();
    if (scope === undefined) return new CountedConnection(await this.#inner.acquireConnection(), this.statements);
    await scope.lock.acquire();
    if (!scope.open) {
      scope.lock.release();
      throw new Error('a query came after the end of its transaction; await it inside the transaction');
    }
    return new CountedConnection(scope.connection, this.statements, scope);
  }

  async releaseConnection(connection: CountedConnection): Promise<void> {
    if (connection.scope === undefined) await this.#inner.releaseConnection(connection.inner);
    else connection.scope.lock.release();
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
