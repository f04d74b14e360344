import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { ExecuteValues, Pool, PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2';
import type { ImmediateDriver } from '../backend.ts';
import type { Connections } from '../database.ts';
import { databaseErrors, type Trouble } from '../errors.ts';
import type { SentQuery } from '../trace-context.ts';
import { TAKES_LOCK, UNLOCK } from './lock.ts';
import { troubleOf } from './troubles.ts';

/**
 * How each session is set: names in double quotes, `||` joins texts, no escapes by backslashes, zero dates, and what others
 * have committed is seen by the next statement of a transaction, so that what is read under a lock is what holds. Columns
 * that are left out may have no default, as those of WordPress have none: no strict mode.
 */
const SESSION = [
  "set session sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES'",
  'set session transaction isolation level read committed',
];

/**
 * Values as the parameters of a prepared statement. Whole numbers go as texts, which the server takes for numbers wherever
 * one stands, in limits too; the client would send all of them as floating-point numbers.
 */
function bindable(values: readonly unknown[]): ExecuteValues {
  const bound = values.map((value) => {
    if (value === undefined) return null;
    return Number.isSafeInteger(value) || typeof value === 'bigint' ? String(value) : value;
  });
  return bound as ExecuteValues;
}

/** What a server warns of where it has stored another text than it was given: one that is cut, or lacks letters. */
const CHANGED = /^Data truncated|^Incorrect string value/;

/** How long a text is that may be too long for a column. */
const LONG = 20;

const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > LONG;

/** A connection whose values the server binds: the client would escape them, and knows no mode of the session. */
class MysqlConnection implements DatabaseConnection {
  readonly #raw: PoolConnection;
  #holdsLocks = false;

  constructor(raw: PoolConnection) {
    this.#raw = raw;
  }

  async executeQuery<R>(query: Pick<SentQuery, 'sql' | 'parameters' | 'isOnce'>): Promise<QueryResult<R>> {
    const { sql: text, parameters } = query;
    if (text.startsWith(TAKES_LOCK)) this.#holdsLocks = true;
    const result = await new Promise<unknown>((resolve, reject) => {
      const answer = (error: unknown, found: unknown) => (error ? reject(error) : resolve(found));
      // Not every statement can be prepared; those that cannot have no values.
      if (parameters.length === 0) this.#raw.query(text, answer);
      else this.#raw.execute(text, bindable(parameters), answer);
    });
    // The server need not keep a text that does not come again.
    if (query.isOnce) this.#raw.unprepare(text);
    if (Array.isArray(result)) return { rows: result as R[] };
    const { affectedRows, changedRows, insertId, warningStatus } = result as ResultSetHeader;
    if (warningStatus > 0 && parameters.some(isLong)) await this.#refuseChanged();
    return {
      rows: [],
      numAffectedRows: BigInt(affectedRows),
      numChangedRows: BigInt(changedRows),
      insertId: BigInt(insertId),
    };
  }

  /** Throws where the last statement has stored another text, so that its transaction is undone: WordPress refuses it too. */
  async #refuseChanged(): Promise<void> {
    const [warnings] = await this.#raw.promise().query<RowDataPacket[]>('show warnings');
    if (warnings.some(({ Message }) => CHANGED.test(Message))) throw databaseErrors.rest_value_too_long();
  }

  async *streamQuery<R>({ sql: text, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for await (const row of this.#raw.execute(text, bindable(parameters)).stream()) yield { rows: [row as R] };
  }

  /** Runs a statement of the transaction itself. */
  async run(text: string): Promise<void> {
    await this.executeQuery({ sql: text, parameters: [] });
  }

  /** Gives the connection back to the pool, without the locks of its transaction. */
  async release(): Promise<void> {
    // One that cannot give them back loses them with its end.
    if (this.#holdsLocks) await this.run(UNLOCK).catch(() => this.destroy());
    this.#raw.release();
  }

  /** Ends a connection whose state is not known. */
  destroy(): void {
    this.#raw.destroy();
  }
}

/** Opens transactions and runs statements on the connections of a pool. */
export class MysqlDriver implements ImmediateDriver {
  readonly #pool: Pool;
  #open = 0;
  #busy = 0;
  #waiting = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
    // What is asked of a new connection is answered before anything that its first user asks.
    pool.on('connection', (raw) => {
      this.#open++;
      // The types of the client do not mention it.
      (raw as unknown as { readonly stream: Socket }).stream.once('close', () => this.#open--);
      for (const statement of SESSION) raw.query(statement, (error) => error && raw.destroy());
    });
  }

  /** The connections at present. */
  get connections(): Connections {
    return { idle: Math.max(this.#open - this.#busy, 0), busy: this.#busy, waiting: this.#waiting };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<MysqlConnection> {
    this.#waiting++;
    try {
      const raw = await promisify(this.#pool.getConnection).call(this.#pool);
      this.#busy++;
      return new MysqlConnection(raw);
    } finally {
      this.#waiting--;
    }
  }

  async releaseConnection(connection: MysqlConnection): Promise<void> {
    this.#busy--;
    await connection.release();
  }

  async beginTransaction(connection: MysqlConnection): Promise<void> {
    await connection.run('begin');
  }

  async commitTransaction(connection: MysqlConnection): Promise<void> {
    await connection.run('commit');
  }

  async rollbackTransaction(connection: MysqlConnection): Promise<void> {
    try {
      await connection.run('rollback');
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  async destroy(): Promise<void> {
    await promisify(this.#pool.end).call(this.#pool);
  }

  trouble(error: unknown): Trouble | undefined {
    return troubleOf(error);
  }

  /** An error undoes its statement alone, but where the server or the connection gives up. */
  endsTransaction(error: unknown): boolean {
    return troubleOf(error) !== undefined;
  }
}
