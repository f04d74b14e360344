import type { Database as Connection, Statement } from 'better-sqlite3';
import { type Deferred, deferred } from '../../core/base/index.ts';

/** A transaction of SQLite that is shared by all writes of this turn of the event loop. */
interface Group {
  /** Settles once it is committed, or is known not to be. */
  readonly ended: Deferred<void>;
  /** Whether it is to end as soon as no transaction is at work in it. */
  isDue: boolean;
  /** The error because of which SQLite has undone all of it. */
  undoneBy?: unknown;
}

/** Thrown for the writes of a group that SQLite has undone because of another one, where it is not known why. */
class UndoneError extends Error {
  readonly code = 'DATABASE_UNDONE';
}

/** How long a statement waits for another process's write, in milliseconds. */
export const BUSY_TIMEOUT = 5000;

const BEGIN = 'begin immediate';

/**
 * Begins a transaction whose savepoints are undone from memory, for which SQLite would otherwise
 * create a file in a write of usual size. The setting is read when a transaction begins: sorting, which it
 * concerns too, goes on using files.
 */
const BEGIN_IN_MEMORY = `pragma temp_store = memory; ${BEGIN}; pragma temp_store = default`;

/** While a transaction begins it does not wait for other processes, since all of this one would wait with it. */
const WITHOUT_WAITING = 'pragma busy_timeout = 0';
const WAITING = `pragma busy_timeout = ${BUSY_TIMEOUT}`;

/**
 * Commits the transactions that come in one turn of the event loop together, each a savepoint of one transaction of
 * SQLite: to commit costs about as much as all the statements of a write, and writes at one time often change the same pages.
 * One is at work at a time; one that fails is undone alone.
 */
export class WriteGroup {
  readonly #raw: Connection;
  readonly #databases: Statement<[], { readonly name: string }>;
  #group: Group | undefined;
  #isAtWork = false;
  /** Whether the transaction at work is one of SQLite by itself. */
  #isAlone = false;
  /**
   * Whether transactions begin by themselves. For one that writes a lot that is much faster: SQLite copies what each
   * statement changes, to be able to undo it, and in a savepoint goes through all copies after each statement.
   */
  aloneFromNowOn = false;

  constructor(raw: Connection) {
    this.#raw = raw;
    this.#databases = raw.prepare('pragma database_list');
  }

  /** Begins a transaction; throws at once where another process writes. */
  begin(): void {
    // Where the disk is full, SQLite itself undoes all of it.
    if (this.#group !== undefined && (this.aloneFromNowOn || !this.#raw.inTransaction)) this.#end(this.#group);
    this.#isAlone = this.aloneFromNowOn;
    if (this.#isAlone) this.#begin(this.#beginning());
    else {
      if (this.#group === undefined) this.#open();
      this.#raw.exec('savepoint work');
    }
    this.#isAtWork = true;
  }

  /** Ends a transaction; it is committed soon. Throws where it was to be committed at once, and cannot be. */
  commit(): void {
    this.#raw.exec(this.#isAlone ? 'commit' : 'release work');
    const failure = this.#leave();
    if (failure !== undefined) throw failure;
  }

  /** Undoes a transaction, and it alone. */
  rollback(): void {
    if (!this.#isAtWork) return;
    if (this.#raw.inTransaction) this.#raw.exec(this.#isAlone ? 'rollback' : 'rollback to work; release work');
    this.#leave();
  }

  /** Notes why SQLite has undone the transaction at work, and with it all others of its group. */
  undoneBy(error: unknown): void {
    if (this.#group !== undefined) this.#group.undoneBy = error;
  }

  /** Waits until what has been written is committed. Rejects when it is not. */
  async settled(): Promise<void> {
    await this.#group?.ended.promise;
  }

  /** Waits until no transaction is open but the one that is at work: while rows are being read, none can be committed. */
  async idle(): Promise<void> {
    if (!this.#isAtWork) await this.settled().catch(() => undefined);
  }

  /** The statement that begins a transaction of SQLite. */
  #beginning(): string {
    // Temporary tables, if there are any, would be lost with the setting.
    const hasTemporary = this.#databases.all().some(({ name }) => name === 'temp');
    return hasTemporary ? BEGIN : BEGIN_IN_MEMORY;
  }

  #open(): void {
    this.#begin(this.#beginning());
    const group: Group = { ended: deferred(), isDue: false };
    // Without a handler, a rejection that no caller waits for would end the process.
    group.ended.promise.catch(() => undefined);
    this.#group = group;
    setImmediate(() => {
      if (this.#isAtWork) group.isDue = true;
      else this.#end(group);
    });
  }

  #begin(statements: string): void {
    try {
      this.#raw.exec(`${WITHOUT_WAITING}; ${statements}; ${WAITING}`);
    } catch (error) {
      this.#raw.exec(WAITING);
      throw error;
    }
  }

  /** Ends the turn of a transaction. Where that ends the group, it returns the error that prevents the commit, if any. */
  #leave(): unknown {
    this.#isAtWork = false;
    return this.#group?.isDue ? this.#end(this.#group) : undefined;
  }

  /** Commits a group, or else undoes it and returns the error. */
  #end(group: Group): unknown {
    if (this.#group !== group) return undefined;
    this.#group = undefined;
    try {
      if (!this.#raw.inTransaction) {
        throw group.undoneBy ?? new UndoneError('the database could not go on, and has undone what was written');
      }
      this.#raw.exec('commit');
      group.ended.resolve();
      return undefined;
    } catch (error) {
      if (this.#raw.inTransaction) this.#raw.exec('rollback');
      group.ended.reject(error);
      return error;
    }
  }
}
