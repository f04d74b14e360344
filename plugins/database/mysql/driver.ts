import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { type CompiledQuery, type DatabaseConnection, type Kysely, type QueryResult, sql } from 'kysely';
import type { ExecuteValues, Pool, PoolConnection, ResultSetHeader } from 'mysql2';
import type { ImmediateDriver } from '../backend.ts';
import { DatabaseTroubleError, type Trouble } from '../errors.ts';
import { usingTables } from '../table-usage.ts';
import type { Tables } from '../tables.ts';

/**
 * How each session is set: names in double quotes, no escapes by backslashes, zero dates, and what others have committed
 * is seen by the next statement of a transaction, so that what is read under a lock is what holds.
 */
const SESSION = [
  "set session sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES'",
  'set session transaction isolation level read committed',
];

/** For how long a lock is waited for, in seconds. */
const LOCK_TIMEOUT = 50;

/** The codes with which a server refuses a statement through no fault of it, by what they say. */
const TROUBLES: Readonly<Record<string, Trouble>> = {
  ER_LOCK_DEADLOCK: 'conflict',
  ER_CHECKREAD: 'conflict',
  ER_LOCK_WAIT_TIMEOUT: 'busy',
  ER_CON_COUNT_ERROR: 'busy',
  ER_TOO_MANY_USER_CONNECTIONS: 'busy',
  ER_USER_LIMIT_REACHED: 'busy',
  ER_OUTOFMEMORY: 'busy',
  ER_OUT_OF_RESOURCES: 'busy',
  ER_SERVER_SHUTDOWN: 'away',
  ER_CONNECTION_KILLED: 'away',
  ER_NORMAL_SHUTDOWN: 'away',
  ER_QUERY_INTERRUPTED: 'away',
  ER_ERROR_ON_READ: 'away',
  ER_ERROR_ON_WRITE: 'away',
  PROTOCOL_CONNECTION_LOST: 'away',
  PROTOCOL_SEQUENCE_TIMEOUT: 'away',
  ER_DISK_FULL: 'full',
  ER_RECORD_FILE_FULL: 'full',
  ER_OPTION_PREVENTS_STATEMENT: 'read_only',
  ER_READ_ONLY_MODE: 'read_only',
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: 'read_only',
  ER_OPEN_AS_READONLY: 'read_only',
  ER_DBACCESS_DENIED_ERROR: 'denied',
  ER_TABLEACCESS_DENIED_ERROR: 'denied',
  ER_COLUMNACCESS_DENIED_ERROR: 'denied',
  ER_SPECIFIC_ACCESS_DENIED_ERROR: 'denied',
  ER_NOT_KEYFILE: 'damaged',
  ER_CRASHED_ON_USAGE: 'damaged',
  ER_CRASHED_ON_REPAIR: 'damaged',
  ER_INDEX_CORRUPT: 'damaged',
};

/** The codes of the system for a server that cannot be reached. */
const UNREACHABLE =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|E(?:HOST|NET)UNREACH|EMFILE)$/;

/** What the client says, without a code, of a connection that is lost. */
const LOST = /closed state|Connection lost|Pool is closed/;

/** What a statement that takes a lock begins with. The locks of a session are given back at the end of a transaction. */
const TAKES_LOCK = 'select get_lock(';

/**
 * Keeps other transactions out of a section until the running one ends.
 *
 * @throws DatabaseTroubleError where others stay in it for longer than is waited for.
 */
export async function takeLock(db: Kysely<Tables>, name: string): Promise<void> {
  // A server has the names of locks in common to all its databases, and takes 64 letters.
  const short = createHash('sha256').update(name).digest('hex').slice(0, 40);
  const taking = sql<{ got: number | null }>`${sql.raw(TAKES_LOCK)}concat(left(database(), 20), ${short}),
    ${sql.lit(LOCK_TIMEOUT)}) as got`;
  const { rows } = await usingTables(taking, {}).execute(db);
  if (rows[0]?.got !== 1) throw new DatabaseTroubleError('busy', new Error(`the lock "${name}" was not to be had`));
}

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

/** A connection whose values the server binds: the client would escape them, and knows no mode of the session. */
class MysqlConnection implements DatabaseConnection {
  readonly #raw: PoolConnection;
  /** Whether the open transaction has taken locks. */
  #holdsLocks = false;

  constructor(raw: PoolConnection) {
    this.#raw = raw;
  }

  async executeQuery<R>({ sql: text, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<QueryResult<R>> {
    if (text.startsWith(TAKES_LOCK)) this.#holdsLocks = true;
    const result = await new Promise<unknown>((resolve, reject) => {
      this.#raw.execute(text, bindable(parameters), (error, found) => (error ? reject(error) : resolve(found)));
    });
    if (Array.isArray(result)) return { rows: result as R[] };
    const { affectedRows, changedRows, insertId } = result as ResultSetHeader;
    return {
      rows: [],
      numAffectedRows: BigInt(affectedRows),
      numChangedRows: BigInt(changedRows),
      insertId: BigInt(insertId),
    };
  }

  async *streamQuery<R>({ sql: text, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for await (const row of this.#raw.execute(text, bindable(parameters)).stream()) yield { rows: [row as R] };
  }

  /** Runs a statement of the transaction itself. */
  async run(text: string): Promise<void> {
    await this.executeQuery({ sql: text, parameters: [] });
  }

  /** Gives back the locks of the transaction that has ended. */
  async unlock(): Promise<void> {
    if (!this.#holdsLocks) return;
    this.#holdsLocks = false;
    await this.run('do release_all_locks()');
  }

  release(): void {
    this.#raw.release();
  }
}

/** Opens transactions and runs statements on the connections of a pool. */
export class MysqlDriver implements ImmediateDriver {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
    // What is asked of a new connection is answered before anything that its first user asks.
    pool.on('connection', (raw) => {
      for (const statement of SESSION) raw.query(statement, (error) => error && raw.destroy());
    });
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<MysqlConnection> {
    return new MysqlConnection(await promisify(this.#pool.getConnection).call(this.#pool));
  }

  async releaseConnection(connection: MysqlConnection): Promise<void> {
    connection.release();
  }

  async beginTransaction(connection: MysqlConnection): Promise<void> {
    await connection.run('begin');
  }

  async commitTransaction(connection: MysqlConnection): Promise<void> {
    await connection.run('commit');
    await connection.unlock();
  }

  async rollbackTransaction(connection: MysqlConnection): Promise<void> {
    await connection.run('rollback');
    await connection.unlock();
  }

  async destroy(): Promise<void> {
    await promisify(this.#pool.end).call(this.#pool);
  }

  trouble(error: unknown): Trouble | undefined {
    const { code = '', message = '' } = error as { code?: string; message?: string };
    return TROUBLES[code] ?? (UNREACHABLE.test(code) || LOST.test(message) ? 'away' : undefined);
  }

  /** An error undoes its statement alone, but where the server or the connection gives up. */
  endsTransaction(error: unknown): boolean {
    return this.trouble(error) !== undefined;
  }
}
