import { connect, type Socket } from 'node:net';
import type { DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { tableUsageOf } from '../table-usage.ts';
import { TimeLimit } from './time-limit.ts';
import { type PostgresQuery, Together } from './together.ts';
import { CancelledWriteError, isOutdated } from './troubles.ts';

/** How long the answer to a cancellation is waited for before the connection is given up, in milliseconds. */
const GRACE = 2000;

/** Statements that make, change or look after tables: they take as long as the tables are large. */
const IS_UPKEEP = /^\s*(?:create|drop|alter|vacuum|analyze|reindex)\s/i;

/** A match by a pattern, on which it depends whether an index helps: such a statement is planned with its values each time. */
const HAS_PATTERN = / like .* escape /s;

/** How many statements the server keeps for a connection, which is given up once there are more: each takes some of its memory. */
const MOST_NAMES = 200;

/** The query for the process that serves a connection. */
const SERVED_BY = 'select pg_backend_pid() as pid';

/** The commands whose rows are counted. */
const COUNTED: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** What of a client its types leave out. */
interface ClientParts {
  readonly processID: number;
  readonly secretKey: number;
  readonly connection: { readonly stream: Socket };
  readonly host: string;
  readonly port: number;
}

const partsOf = (client: pg.ClientBase): ClientParts => client as unknown as ClientParts;

const writes = (query: PostgresQuery): boolean => tableUsageOf(query).writes.length > 0;

const ignore = (): void => undefined;

/**
 * A connection of a pool, on which no statement takes longer than a limit. Statements have names where the process that serves
 * it is the one that it was told of when it was opened: a pooler tells of one of its own, and gives each transaction to another
 * process, which does not know the names.
 */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #limit: TimeLimit;
  readonly #names = new Set<string>();
  readonly #together = new Together((queries) => this.#send(queries));
  #takesNames = false;
  /** What begins the transaction, as long as it is not sent. */
  #beginning: string | undefined;
  /** That the server has begun the transaction. */
  #begun: Promise<void> | undefined;
  #isOver = false;
  /** With what the server has ended the connection while nothing was asked of it. */
  #end: Error | undefined;

  /** @param limit how many milliseconds a statement may take at present; 0 for no limit */
  constructor(client: pg.PoolClient, limit: () => number) {
    this.#client = client;
    this.#limit = new TimeLimit(limit, () => this.destroy());
    // A connection that is lost fails what is asked of it; without a listener it would also end the process.
    client.on('error', (error) => {
      this.#end ??= error;
    });
    client.query<{ pid: number }>(SERVED_BY).then(
      ({ rows }) => {
        this.#takesNames = rows[0]?.pid === partsOf(client).processID;
      },
      // What is asked of the connection next fails likewise.
      ignore,
    );
  }

  /** Runs a statement. Those of one turn of the event loop are sent together, and run in the order in which they were asked for. */
  executeQuery<R>(query: PostgresQuery): Promise<QueryResult<R>> {
    return this.#together.run<R>(query);
  }

  /** Sends statements at once, which the server runs one after the other; each has a result or an error of its own. */
  executeAll<R>(queries: readonly PostgresQuery[]): Promise<QueryResult<R>>[] {
    const { stream } = partsOf(this.#client).connection;
    stream.cork();
    const results = queries.map((query) => this.#execute<R>(query));
    stream.uncork();
    return results;
  }

  /** Begins a transaction, which the server is told of together with its first statements. */
  begin(text: string): void {
    this.#beginning = text;
  }

  /** Ends the transaction; one without statements has not begun at the server. */
  async end(text: 'commit' | 'rollback'): Promise<void> {
    const begun = this.#begun;
    this.#begun = undefined;
    if (this.#beginning !== undefined) {
      this.#beginning = undefined;
      return;
    }
    if (text === 'commit') await begun;
    await this.#run(text);
  }

  /** Sends statements, behind the beginning of their transaction. */
  async #send(queries: readonly PostgresQuery[]): Promise<Promise<QueryResult<unknown>>[]> {
    if (this.#beginning !== undefined) {
      const { stream } = partsOf(this.#client).connection;
      stream.cork();
      this.#begun = this.#run(this.#beginning);
      this.#begun.catch(ignore);
      this.#beginning = undefined;
      // What is written without a transaction is not undone with it.
      const results = queries.some(writes) ? undefined : this.executeAll(queries);
      stream.uncork();
      if (results !== undefined) return results;
    }
    await this.#begun;
    return this.executeAll(queries);
  }

  /** The name that the server keeps a statement under, where it does. */
  #named(text: string, name: string | undefined): { name?: string } {
    if (name === undefined || !this.#takesNames || HAS_PATTERN.test(text)) return {};
    this.#names.add(name);
    if (this.#names.size > MOST_NAMES) this.#isOver = true;
    return { name };
  }

  /** Sends a statement, which begins at the server when those before it have ended. */
  #execute<R>({ sql: text, parameters, name }: PostgresQuery): Promise<QueryResult<R>> {
    let isCancelled = false;
    this.#limit.begin(() => {
      if (IS_UPKEEP.test(text)) return undefined;
      isCancelled = true;
      this.#cancel();
      return GRACE;
    });
    const config = { text, values: [...parameters], ...this.#named(text, name) };
    return new Promise((resolve, reject) => {
      this.#client.query<R & pg.QueryResultRow>(config, (error: Error | null, answer) => {
        this.#limit.end();
        // The cancellation may come late, and is not to meet another statement.
        if (isCancelled) this.#isOver = true;
        // It is planned anew without a name.
        if (isOutdated(error)) this.#takesNames = false;
        if (error) return reject(this.#end ?? error);
        const { command, rowCount, rows = [] } = answer;
        // Cancelled while it waits for a replica, it is stored on this server alone, and may be lost with it.
        if (isCancelled && command !== 'SELECT') return reject(new CancelledWriteError());
        resolve(COUNTED.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows });
      });
    });
  }

  // biome-ignore lint/correctness/useYield: it is there because drivers have it, and no code streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows of PostgreSQL are not streamed');
  }

  /** Runs statements of the transaction itself; gives the connection up where they take too long. */
  async #run(text: string): Promise<void> {
    this.#limit.begin(() => {
      this.destroy();
      return undefined;
    });
    try {
      await this.#client.query(text);
    } catch (error) {
      throw this.#end ?? error;
    } finally {
      this.#limit.end();
    }
  }

  /** Gives the connection back to the pool, unless it is over. */
  release(): void {
    this.#client.release(this.#isOver);
  }

  /** Ends a connection whose state is not known, without a word to the server. */
  destroy(): void {
    this.#isOver = true;
    partsOf(this.#client).connection.stream.destroy();
  }

  /** Asks the server to cancel the running statement, as its protocol has it: on a connection of its own. */
  #cancel(): void {
    const { host, port, processID, secretKey } = partsOf(this.#client);
    const message = Buffer.alloc(16);
    for (const [at, part] of [16, 80_877_102, processID, secretKey].entries()) message.writeInt32BE(part, 4 * at);
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    // What does not reach the server leaves the statement to the end of its connection.
    socket.on('error', () => undefined).setTimeout(GRACE, () => socket.destroy());
    socket.end(message);
  }
}
