import { connect, type Socket } from 'node:net';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { CancelledWriteError } from './troubles.ts';

/** How long the answer to a cancellation is waited for before the connection is given up, in milliseconds. */
const GRACE = 2000;

/** Statements that make, change or look after tables: they take as long as the tables are large. */
const IS_UPKEEP = /^\s*(?:create|drop|alter|vacuum|analyze|reindex)\s/i;

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

/** A connection of a pool, on which no statement takes longer than a limit. */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #limit: () => number;
  #isOver = false;
  /** With what the server has ended the connection while nothing was asked of it. */
  #end: Error | undefined;

  /** @param limit how many milliseconds a statement may take at present; 0 for no limit */
  constructor(client: pg.PoolClient, limit: () => number) {
    this.#client = client;
    this.#limit = limit;
    // A connection that is lost fails what is asked of it; without a listener it would also end the process.
    client.on('error', (error) => {
      this.#end ??= error;
    });
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    let isCancelled = false;
    const cancel = () => {
      if (IS_UPKEEP.test(text)) return undefined;
      isCancelled = true;
      this.#cancel();
      return GRACE;
    };
    try {
      const { command, rowCount, rows = [] } = await this.#within(this.#client.query(text, [...parameters]), cancel);
      // Cancelled while it waits for a replica, it is stored on this server alone, and may be lost with it.
      if (isCancelled && command !== 'SELECT') throw new CancelledWriteError();
      return COUNTED.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
    } finally {
      // The cancellation may come late, and is not to meet another statement.
      if (isCancelled) this.#isOver = true;
    }
  }

  // biome-ignore lint/correctness/useYield: it is there because drivers have it, and no code streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows of PostgreSQL are not streamed');
  }

  /** Runs statements of the transaction itself; gives the connection up where they take too long. */
  async run(text: string): Promise<void> {
    await this.#within(this.#client.query(text), () => {
      this.destroy();
      return undefined;
    });
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

  /** Waits for an answer. When the limit is reached, `late` may say how much longer it is waited for. */
  async #within<T>(answer: Promise<T>, late: () => number | undefined): Promise<T> {
    const limit = this.#limit();
    let timer: NodeJS.Timeout | undefined;
    if (limit > 0) {
      timer = setTimeout(() => {
        const more = late();
        if (more !== undefined) timer = setTimeout(() => this.destroy(), more);
      }, limit);
    }
    try {
      return await answer;
    } catch (error) {
      throw this.#end ?? error;
    } finally {
      clearTimeout(timer);
    }
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
