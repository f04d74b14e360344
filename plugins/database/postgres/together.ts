import type { CompiledQuery, QueryResult } from 'kysely';
import type { NamedQuery } from '../prepared-statement.ts';

/** A statement with its values. One with a name is kept by the server under it. */
export type PostgresQuery = Pick<CompiledQuery & Partial<NamedQuery>, 'query' | 'sql' | 'parameters' | 'name'>;

/** A statement that is to be sent, and who waits for it. */
interface Asked {
  readonly query: PostgresQuery;
  resolve(result: PromiseLike<QueryResult<unknown>>): void;
  reject(error: unknown): void;
}

/** Sends statements on one connection; answers with what each of them results in. */
type Send = (queries: readonly PostgresQuery[]) => Promise<readonly Promise<QueryResult<unknown>>[]>;

/**
 * Gathers the statements of one turn of the event loop, which do not wait for each other's results, and has them sent together.
 */
export class Together {
  readonly #send: Send;
  #asked: Asked[] = [];

  constructor(send: Send) {
    this.#send = send;
  }

  run<R>(query: PostgresQuery): Promise<QueryResult<R>> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ query, resolve: resolve as Asked['resolve'], reject });
      // After all promises that are settled by now, whose continuations may ask too, and after the loaders that wait for these
      // themselves before they ask.
      if (this.#asked.length === 1) queueMicrotask(() => process.nextTick(() => process.nextTick(() => this.#flush())));
    });
  }

  async #flush(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    try {
      const results = await this.#send(asked.map(({ query }) => query));
      for (const [at, { resolve }] of asked.entries()) resolve(results[at]!);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
