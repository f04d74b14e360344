import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { getOrMake } from '../../core/base/index.ts';
import { ANYTHING, type ChangeTracker } from '../../core/cache/index.ts';
import type { MaybePromise } from '../../core/index.ts';
import { tracedStatement } from '../../core/trace/index.ts';
import type { ImmediateDriver } from './backend.ts';
import { DatabaseTroubleError, type Trouble } from './errors.ts';
import { Lock } from './lock.ts';
import type { ReadReplica } from './replica.ts';
import { retried } from './retried.ts';
import { StatementTracker } from './statement-tracker.ts';
import { tableUsageOf } from './table-usage.ts';
import { withTraceContext } from './trace-context.ts';

/** What is called at the end of a transaction. */
export type CommitCallback = () => void | Promise<void>;

/** Work that is done as the last of a transaction, with the values that were gathered for it. */
// biome-ignore lint/suspicious/noExplicitAny: each work has values of its own type.
type LastWork = (values: readonly any[]) => Promise<void>;

/** An open transaction: the connection it holds and what is to happen once it is committed. */
interface Scope {
  readonly connection: DatabaseConnection;
  /** One statement at a time, also when the work issues several at once, but for a connection that takes many. */
  readonly lock: Lock;
  readonly beforeCommit: Map<LastWork, Set<unknown>>;
  /** The locks that it holds or waits for, by their names. */
  locks: Map<string, Promise<void>>;
  /** Writes whose answers nobody has waited for yet. */
  readonly underWay: Set<Promise<unknown>>;
  readonly afterCommit: CommitCallback[];
  readonly afterRollback: CommitCallback[];
  /** Whether any of the callbacks may change answers. */
  changesAnswers: boolean;
  /** The tables that were written. */
  readonly written: Set<string>;
  /** The error of a statement with which the system gave the transaction up: nothing of it can be committed. */
  failure: unknown;
  /** Whether its work may be run again. */
  isRepeatable: boolean;
  open: boolean;
}

/** Counts the statements of a connection, and knows the transaction it serves. */
class CountedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly scope: Scope | undefined;
  /** Whether it has written outside transactions. */
  hasWritten = false;
  readonly #driver: AmbientDriver;
  readonly #statements: StatementTracker;

  constructor(inner: DatabaseConnection, driver: AmbientDriver, statements: StatementTracker, scope?: Scope) {
    this.inner = inner;
    this.scope = scope;
    this.#driver = driver;
    this.#statements = statements;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const sent = withTraceContext(query, this.#driver.traceContext?.());
    const run = () => tracedStatement(query.sql, () => this.inner.executeQuery<R>(sent));
    if (this.scope !== undefined) return this.#runIn(this.scope, query, run);
    const written = this.#statements.count(query);
    return retried(written.length === 0 ? run : () => this.#write(written, run), this.#driver);
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    // Nothing says when a stream has ended.
    if (this.#statements.count(query).length > 0)
      throw new Error('a statement that writes cannot be streamed; execute it');
    return tracedStatement(query.sql, () => this.inner.streamQuery<R>(query, chunkSize));
  }

  /** Runs a statement of a transaction, unless an earlier one has failed: an error must not be lost that code has caught. */
  async #runIn<T>(scope: Scope, query: CompiledQuery, run: () => Promise<T>): Promise<T> {
    if (scope.failure !== undefined) throw scope.failure;
    this.#statements.countInTransaction(query, scope.written);
    try {
      return await run();
    } catch (error) {
      if (!this.#driver.endsTransaction(error)) throw error;
      // Those that were sent behind it fail because of it.
      scope.failure ??= error;
      throw scope.failure;
    }
  }

  /** Runs a statement that writes outside transactions, and says so. */
  async #write<T>(names: readonly string[], run: () => Promise<T>): Promise<T> {
    const { tracker } = this.#statements;
    this.hasWritten = true;
    tracker.beginWrite(names);
    try {
      return await run();
    } finally {
      tracker.endWrite(names);
    }
  }
}

/**
 * A driver under which a query belongs to the transaction in whose work it is issued, whichever code holds the Kysely
 * object: the transaction is found by asynchronous context. The inner driver is closed by the code that opened it.
 */
export class AmbientDriver implements Driver {
  readonly #statements: StatementTracker;
  readonly #inner: ImmediateDriver;
  readonly #onTrouble: (trouble: Trouble, error: unknown) => void;
  readonly #replica: Pick<ReadReplica, 'rows'> | undefined;
  readonly #scopes = new AsyncLocalStorage<Scope>();
  /** Tells the trace context of the running code, which statements bear then. */
  traceContext: (() => string | undefined) | undefined;
  #open = 0;

  /**
   * @param tracker gets the tables that are read and written
   * @param onTrouble is told what keeps the database from doing what it is told
   * @param replica is asked first what is read outside of transactions, together with others
   */
  constructor(
    inner: ImmediateDriver,
    tracker: ChangeTracker,
    onTrouble: (trouble: Trouble, error: unknown) => void = () => undefined,
    replica?: Pick<ReadReplica, 'rows'>,
  ) {
    this.#inner = inner;
    this.#replica = replica;
    this.#onTrouble = onTrouble;
    this.#statements = new StatementTracker(tracker);
  }

  /** Whether statements that write are refused. */
  set refusesWrites(refuses: boolean) {
    this.#statements.refusesWrites = refuses;
  }

  /** How many statements ran. */
  get statements(): { readonly count: number } {
    return this.#statements.statements;
  }

  /** The kind of trouble of the database that an error tells of, which is reported; undefined for any other error. */
  trouble(error: unknown): Trouble | undefined {
    const trouble = this.#inner.trouble(error);
    if (trouble !== undefined) this.#onTrouble(trouble, error);
    return trouble;
  }

  endsTransaction(error: unknown): boolean {
    return this.#inner.endsTransaction(error);
  }

  /**
   * Runs work in a transaction, or in the one that is already open; rolls back when it throws. Work that is undone because
   * of others is run again, if it may be.
   */
  async transaction<T>(
    work: () => Promise<T>,
    isRepeatable: boolean,
    onCallbackFailure: (error: unknown) => void,
  ): Promise<T> {
    const joined = this.#scope();
    if (joined !== undefined) {
      joined.isRepeatable &&= isRepeatable;
      return work();
    }
    return retried(() => this.#attempt(work, isRepeatable, onCallbackFailure), this);
  }

  /** Runs work in the open transaction, of which it alone is undone where it fails. */
  async inSavepoint<T>(work: () => Promise<T>): Promise<T> {
    const scope = this.#scope()!;
    const before = new Map(scope.locks);
    // It is sent together with the first statement of the work.
    const begun = this.#statement(scope, 'savepoint tappet_part');
    begun.catch(() => undefined);
    try {
      const result = await work();
      await begun;
      await answered(scope);
      if (scope.failure !== undefined) throw scope.failure;
      await this.#statement(scope, 'release savepoint tappet_part');
      return result;
    } catch (error) {
      await begun;
      // What keeps the database from its work ends the whole transaction, which may be run again.
      if (this.trouble(scope.failure ?? error) !== undefined) throw error;
      await this.#statement(scope, 'rollback to savepoint tappet_part');
      await this.#statement(scope, 'release savepoint tappet_part');
      scope.failure = undefined;
      // PostgreSQL gives back those that were taken in it.
      scope.locks = before;
      throw error;
    }
  }

  /** Takes a lock, which the open transaction holds until it ends: once, however often it is asked for. */
  async lock(name: string, take: () => Promise<void>): Promise<void> {
    const scope = this.#scope();
    await (scope === undefined ? take() : getOrMake(scope.locks, name, take));
  }

  /** Runs a statement of the transaction itself, which neither reads nor writes tables. */
  async #statement({ lock, connection }: Scope, text: string): Promise<void> {
    await lock.acquire({ isShared: this.#inner.takesMany });
    try {
      await connection.executeQuery(CompiledQuery.raw(text));
    } finally {
      lock.release();
    }
  }

  async #attempt<T>(
    work: () => Promise<T>,
    isRepeatable: boolean,
    onCallbackFailure: (error: unknown) => void,
  ): Promise<T> {
    const connection = await this.#inner.acquireConnection();
    const scope: Scope = {
      connection,
      lock: new Lock(),
      beforeCommit: new Map(),
      locks: new Map(),
      underWay: new Set(),
      afterCommit: [],
      changesAnswers: false,
      afterRollback: [],
      written: new Set(),
      failure: undefined,
      isRepeatable,
      open: true,
    };
    const { tracker } = this.#statements;
    const { written } = scope;
    let isWriteEnded = false;
    try {
      const result = await this.#run(scope, work, onCallbackFailure);
      if (written.size > 0) {
        // Other requests see the rows from now on, on disk or not. Their answers may be cached while the disk is
        // waited for, unless a callback has yet to update values in memory.
        isWriteEnded = !scope.changesAnswers;
        if (isWriteEnded) tracker.endWrite(written);
        else tracker.changed(written);
        // Transactions that are committed meanwhile go to the disk together with this one.
        await this.#inner.settled?.();
      }
      for (const callback of scope.afterCommit) await runCallback(callback, onCallbackFailure);
      return result;
    } catch (error) {
      for (const callback of scope.afterRollback) await runCallback(callback, onCallbackFailure);
      if (isWriteEnded) tracker.changed(written);
      // Code may have caught the error of a statement, and thrown another.
      const cause = scope.failure ?? error;
      const trouble = this.trouble(cause);
      if (trouble === undefined) throw error;
      throw scope.isRepeatable ? cause : new DatabaseTroubleError(trouble, cause);
    } finally {
      // Only now do the values in memory agree with the tables.
      if (written.size > 0 && !isWriteEnded) tracker.endWrite(written);
    }
  }

  /**
   * Runs work once the open transaction is committed, or at once when none is open; `changesAnswers` where answers may be
   * changed by it.
   */
  afterCommit(work: CommitCallback, changesAnswers: boolean, onCallbackFailure: (error: unknown) => void): void {
    const scope = this.#scope();
    if (scope === undefined) return void runCallback(work, onCallbackFailure);
    scope.afterCommit.push(work);
    scope.changesAnswers ||= changesAnswers;
  }

  /** Gathers values in the open transaction, with all of which work is done as the last of it. */
  beforeCommit<T>(work: (values: readonly T[]) => Promise<void>, values: readonly T[]): void {
    const { beforeCommit } = this.#scope()!;
    const gathered = getOrMake(beforeCommit, work, () => new Set());
    for (const value of values) gathered.add(value);
  }

  /** Has the open transaction wait for a write before it ends, and fail with it. */
  unawaited(write: Promise<unknown>): void {
    // Where it fails before somebody waits for it, that is not an error of the process.
    write.catch(() => undefined);
    this.#scope()!.underWay.add(write);
  }

  /** Whether the running code belongs to a transaction that is open. */
  get inTransaction(): boolean {
    return this.#scope() !== undefined;
  }

  /** Runs work if the open transaction is rolled back; never when none is open. */
  afterRollback(work: CommitCallback): void {
    this.#scope()?.afterRollback.push(work);
  }

  /**
   * The rows of a query that reads: at once where the system can and the connection is free; in a transaction, on
   * its connection.
   */
  rows<R>(query: CompiledQuery, parameters: readonly unknown[]): MaybePromise<R[]> {
    const scope = this.#scope();
    if (scope !== undefined) return this.run(query, parameters);
    const read = () => this.#inner.rowsAtOnce?.<R>(query, parameters);
    const rows = this.#unlessTroubled(() => tracedStatement(query.sql, read));
    if (rows === undefined) return this.#rowsTogether({ ...query, parameters });
    this.#statements.count(query);
    return rows;
  }

  /** Runs a query, and answers with its rows: at once in a transaction where the system can. */
  run<R>(query: CompiledQuery, parameters: readonly unknown[]): MaybePromise<R[]> {
    const scope = this.#scope();
    const inner = this.#inner;
    if (scope === undefined || scope.lock.isHeld || inner.runAtOnce === undefined) {
      return this.#rowsLater({ ...query, parameters });
    }
    if (scope.failure !== undefined) throw scope.failure;
    this.#statements.countInTransaction(query, scope.written);
    try {
      return tracedStatement(query.sql, () => inner.runAtOnce!<R>(query, parameters));
    } catch (error) {
      if (inner.endsTransaction(error)) scope.failure = error;
      throw error;
    }
  }

  /** Runs a statement that writes, and answers with the number of rows that it has written. */
  async changedRows(query: CompiledQuery, parameters: readonly unknown[]): Promise<number> {
    return Number((await this.#resultOf({ ...query, parameters })).numAffectedRows ?? 0);
  }

  /** Runs an insertion, and answers with the id that the connection tells. */
  async insertedId(query: CompiledQuery, parameters: readonly unknown[]): Promise<number> {
    return Number((await this.#resultOf({ ...query, parameters })).insertId);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const scope = this.#scope();
    if (scope === undefined) {
      const connection = await retried(() => this.#inner.acquireConnection(), this);
      return new CountedConnection(connection, this, this.#statements);
    }
    await scope.lock.acquire({ isShared: this.#inner.takesMany });
    if (!scope.open) {
      scope.lock.release();
      throw new Error('a query came after the end of its transaction; await it inside the transaction');
    }
    return new CountedConnection(scope.connection, this, this.#statements, scope);
  }

  async releaseConnection(connection: CountedConnection): Promise<void> {
    if (connection.scope !== undefined) return connection.scope.lock.release();
    await this.#inner.releaseConnection(connection.inner);
    if (!connection.hasWritten) return;
    try {
      await this.#inner.settled?.();
    } catch (error) {
      this.#statements.tracker.changed([ANYTHING]);
      throw this.#answerTo(error);
    }
  }

  async beginTransaction(): Promise<void> {
    throw new Error('use Database.transaction(), not the transaction of Kysely');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {}

  async #run<T>(scope: Scope, work: () => Promise<T>, onCallbackFailure: (error: unknown) => void): Promise<T> {
    const { connection } = scope;
    this.#open++;
    try {
      await this.#inner.beginTransaction(connection, {});
      try {
        const result = await this.#scopes.run(scope, async () => {
          const answer = await work();
          await doLastWork(scope);
          await answered(scope);
          return answer;
        });
        await this.#close(scope);
        if (scope.failure !== undefined) throw scope.failure;
        await this.#inner.commitTransaction(connection);
        return result;
      } catch (error) {
        if (scope.open) await this.#close(scope);
        await this.#inner.rollbackTransaction(connection).catch(onCallbackFailure);
        throw error;
      }
    } finally {
      // Async context tracking makes every promise of the process cost more. A closed scope does not count.
      if (--this.#open === 0) this.#scopes.disable();
      scope.lock.release();
      await this.#inner.releaseConnection(connection);
    }
  }

  /** Reads at once; throws a `DatabaseTroubleError` where the database cannot. */
  #unlessTroubled<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw this.#answerTo(error);
    }
  }

  /** The error object for a trouble of the database; any other error is as it was. */
  #answerTo(error: unknown): unknown {
    const trouble = this.trouble(error);
    return trouble === undefined ? error : new DatabaseTroubleError(trouble, error);
  }

  /** Reads together with others, where the system can. */
  async #rowsTogether<R>(query: CompiledQuery): Promise<R[]> {
    const inner = this.#inner;
    if (inner.rowsTogether === undefined || tableUsageOf(query).writes.length > 0) return this.#rowsLater(query);
    this.#statements.count(query);
    const sent = withTraceContext(query, this.traceContext?.());
    const ofDatabase = () => inner.rowsTogether!<R>(sent);
    const read = () => (this.#replica === undefined ? ofDatabase() : this.#replica.rows(sent, ofDatabase));
    return retried(() => tracedStatement(query.sql, read), this);
  }

  async #rowsLater<R>(query: CompiledQuery): Promise<R[]> {
    return (await this.#resultOf<R>(query)).rows;
  }

  async #resultOf<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const connection = (await this.acquireConnection()) as CountedConnection;
    try {
      return await connection.executeQuery<R>(query);
    } finally {
      await this.releaseConnection(connection);
    }
  }

  /** Lets the statements in flight finish, and takes no more. */
  async #close(scope: Scope): Promise<void> {
    await scope.lock.acquire();
    scope.open = false;
  }

  /** The transaction that the running code belongs to; code that outlives its transaction belongs to none. */
  #scope(): Scope | undefined {
    const scope = this.#open === 0 ? undefined : this.#scopes.getStore();
    return scope?.open ? scope : undefined;
  }
}

/** Does the work that comes last, also what comes of that. */
async function doLastWork({ beforeCommit }: Scope): Promise<void> {
  for (const [work, values] of beforeCommit) {
    beforeCommit.delete(work);
    await work([...values]);
  }
}

/** Waits for the writes that nobody has waited for yet. */
async function answered({ underWay }: Scope): Promise<void> {
  const writes = [...underWay];
  underWay.clear();
  await Promise.all(writes);
}

async function runCallback(work: CommitCallback, onFailure: (error: unknown) => void): Promise<void> {
  try {
    await work();
  } catch (error) {
    onFailure(error);
  }
}
