import type { Database as Connection, Statement } from 'better-sqlite3';
import { type Deferred, deferred } from '../../core/index.ts';

/** A transaction of SQLite that is open for all who write in this turn of the event loop. */
interface Group {
  /** Settles once it is committed, or is known not to be. */
  readonly ended: Deferred<void>;
  /** Whether it is to end as soon as nobody is at work in it. */
  isDue: boolean;
}

const BEGIN = 'begin immediate';

/**
 * Begins a transaction that keeps in memory what may have to be undone of its parts, for which SQLite would otherwise
 * begin a file in a write of usual size. The setting is looked at when a transaction begins: of sorting, which it
 * concerns too, as much as ever is done in files.
 */
const BEGIN_IN_MEMORY = `pragma temp_store = memory; ${BEGIN}; pragma temp_store = default`;

/**
 * Commits the transactions that come in one turn of the event loop together, each a savepoint of one transaction of
 * SQLite: to commit costs about as much as all the statements of a write, and neighbours write to the same pages.
 * One is at work at a time; one that fails is undone alone.
 */
export class WriteGroup {
  readonly #raw: Connection;
  readonly #databases: Statement<[], { readonly name: string }>;
  #group: Group | undefined;
  #isAtWork = false;
  /** How many groups were undone after their parts had succeeded. */
  #undone = 0;

  constructor(raw: Connection) {
    this.#raw = raw;
    this.#databases = raw.prepare('pragma database_list');
  }

  /** Differs once what could be seen of a group has been undone. */
  get undone(): number {
    return this.#undone;
  }

  /** Begins a transaction. */
  begin(): void {
    // Where the disk is full, SQLite itself undoes all of it.
    if (this.#group !== undefined && !this.#raw.inTransaction) this.#end(this.#group);
    if (this.#group === undefined) this.#open();
    this.#raw.exec('savepoint work');
    this.#isAtWork = true;
  }

  /** Ends a transaction; it is committed soon. Throws where it was to be committed at once, and cannot be. */
  commit(): void {
    this.#raw.exec('release work');
    const failure = this.#leave();
    if (failure !== undefined) throw failure;
  }

  /** Undoes a transaction, and it alone. */
  rollback(): void {
    if (!this.#isAtWork) return;
    if (this.#raw.inTransaction) this.#raw.exec('rollback to work; release work');
    this.#leave();
  }

  /** Waits until what has been written is committed. Rejects when it is not. */
  async settled(): Promise<void> {
    await this.#group?.ended.promise;
  }

  /** Waits until no transaction is open but the one that is at work: while rows are being read, none can be committed. */
  async idle(): Promise<void> {
    if (!this.#isAtWork) await this.settled().catch(() => undefined);
  }

  #open(): void {
    // Temporary tables, where anybody has made any, would be lost with the setting.
    const hasTemporary = this.#databases.all().some(({ name }) => name === 'temp');
    this.#raw.exec(hasTemporary ? BEGIN : BEGIN_IN_MEMORY);
    const group: Group = { ended: deferred(), isDue: false };
    // Perhaps nobody waits for it.
    group.ended.promise.catch(() => undefined);
    this.#group = group;
    setImmediate(() => {
      if (this.#isAtWork) group.isDue = true;
      else this.#end(group);
    });
  }

  /** Lets others go on. Where that ends the group, it answers with what is in the way of committing it, if anything is. */
  #leave(): unknown {
    this.#isAtWork = false;
    return this.#group?.isDue ? this.#end(this.#group) : undefined;
  }

  /** Commits a group, or else undoes it and answers with why. */
  #end(group: Group): unknown {
    if (this.#group !== group) return undefined;
    this.#group = undefined;
    try {
      if (!this.#raw.inTransaction) throw new Error('the database could not go on, and has undone what was written');
      this.#raw.exec('commit');
      group.ended.resolve();
      return undefined;
    } catch (error) {
      if (this.#raw.inTransaction) this.#raw.exec('rollback');
      this.#undone++;
      group.ended.reject(error);
      return error;
    }
  }
}
