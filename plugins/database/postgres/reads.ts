import type { QueryResult } from 'kysely';
import type { PostgresConnection, PostgresQuery } from './connection.ts';

/** A statement that is to be sent, and who waits for it. */
interface Read {
  readonly query: PostgresQuery;
  resolve(result: PromiseLike<QueryResult<unknown>>): void;
  reject(error: unknown): void;
}

/**
 * Statements that read, outside of transactions. Those of one turn of the event loop, which do not wait for each other's results,
 * are sent together on one connection.
 */
export class Reads {
  readonly #acquire: () => Promise<PostgresConnection>;
  #waiting: Read[] = [];

  constructor(acquire: () => Promise<PostgresConnection>) {
    this.#acquire = acquire;
  }

  run<R>(query: PostgresQuery): Promise<QueryResult<R>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ query, resolve: resolve as Read['resolve'], reject });
      // After all promises that are settled by now, whose continuations may read too.
      if (this.#waiting.length === 1) queueMicrotask(() => process.nextTick(() => this.#send()));
    });
  }

  async #send(): Promise<void> {
    const reads = this.#waiting;
    this.#waiting = [];
    try {
      const connection = await this.#acquire();
      try {
        const results = connection.executeAll(reads.map(({ query }) => query));
        for (const [at, { resolve }] of reads.entries()) resolve(results[at]!);
        await Promise.allSettled(results);
      } finally {
        connection.release();
      }
    } catch (error) {
      for (const { reject } of reads) reject(error);
    }
  }
}
