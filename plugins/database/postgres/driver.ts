import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { ImmediateDriver } from '../backend.ts';
import type { Connections } from '../database.ts';
import type { Trouble } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { PostgresConnection } from './connection.ts';
import { type Leading, ledBy } from './leading.ts';
import { Together } from './together.ts';
import { troubleOf } from './troubles.ts';

/**
 * The statements that begin a transaction with its limits. They are set for the transaction alone, so that they hold behind a
 * pooler too, which gives a session to one client after the other, and leave nothing behind there.
 */
function beginOf({ statementTimeout, lockTimeout, idleTimeout }: Limits): string {
  const settings = {
    statement_timeout: statementTimeout,
    lock_timeout: lockTimeout,
    idle_in_transaction_session_timeout: idleTimeout,
  };
  const set = Object.entries(settings).filter(([, milliseconds]) => milliseconds > 0);
  return ['begin', ...set.map(([name, milliseconds]) => `set local ${name} = ${milliseconds}`)].join('; ');
}

/** Opens transactions and runs statements on the connections of a pool, within limits. */
export class PostgresDriver implements ImmediateDriver {
  readonly takesMany = true;
  readonly #pool: pg.Pool;
  readonly #begin: string;
  /** Statements that read, outside of transactions. */
  readonly #reads: Together;
  readonly #connections = new Map<pg.PoolClient, PostgresConnection>();
  /** How many pieces of work run that take as long as they need. */
  #unlimited = 0;

  /** @param leading makes the statement that goes before those that read together; left out where they are believed in any case */
  constructor(config: pg.PoolConfig, limits: Limits, onIdleFailure: (error: Error) => void, leading?: () => Leading) {
    this.#reads = new Together(async (queries) => {
      const connection = await this.acquireConnection();
      const send = (all: typeof queries) => connection.executeAll<unknown>(all);
      const results = leading === undefined ? send(queries) : ledBy(leading(), queries, send);
      Promise.allSettled(results).then(() => connection.release());
      return results;
    });
    this.#begin = beginOf(limits);
    this.#pool = new pg.Pool({
      ...config,
      max: limits.poolSize,
      connectionTimeoutMillis: limits.poolWait,
      keepAlive: true,
      pipeline: true,
    });
    this.#pool.on('error', onIdleFailure);
    const limit = () => (this.#unlimited > 0 ? 0 : limits.statementTimeout);
    this.#pool.on('connect', (client) => this.#connections.set(client, new PostgresConnection(client, limit)));
    this.#pool.on('remove', (client) => this.#connections.delete(client as pg.PoolClient));
  }

  /** The connections at present. */
  get connections(): Connections {
    const { idleCount: idle, totalCount, waitingCount: waiting } = this.#pool;
    return { idle, busy: totalCount - idle, waiting };
  }

  unlimit(): () => void {
    this.#unlimited++;
    return () => {
      this.#unlimited--;
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return this.#connections.get(await this.#pool.connect())!;
  }

  async rowsTogether<R>(query: CompiledQuery): Promise<R[]> {
    return (await this.#reads.run<R>(query)).rows;
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    connection.begin(this.#unlimited > 0 ? 'begin' : this.#begin);
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.end('commit');
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    try {
      await connection.end('rollback');
    } catch (error) {
      connection.destroy();
      // With its connection, a transaction is undone by the server.
      if (this.trouble(error) !== 'away') throw error;
    }
  }

  /** Ends all connections at once, and with an error what is asked on them. */
  abandon(): void {
    for (const connection of this.#connections.values()) connection.destroy();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }

  trouble(error: unknown): Trouble | undefined {
    return troubleOf(error);
  }

  endsTransaction(error: unknown): boolean {
    return error instanceof pg.DatabaseError || this.trouble(error) !== undefined;
  }
}
