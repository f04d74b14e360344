import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { usingTables } from '../table-usage.ts';
import type { Tables } from '../tables.ts';
import { schemaOfExtension } from './postgres-extension.ts';

/** An index of trigrams: of a column, or of texts in one. */
export interface TrigramIndex {
  readonly name: string;
  readonly table: string;
  readonly expression: RawBuilder<unknown>;
}

/** Which of the indexes are there, and whether their making has ended. */
export async function indexesOf(
  db: Kysely<Tables>,
  indexes: readonly TrigramIndex[],
): Promise<{ name: string; valid: boolean }[]> {
  const names = indexes.map(({ name }) => name);
  const { rows } = await sql<{ name: string; valid: boolean }>`select c.relname as name, i.indisvalid as valid
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and c.relname in (${sql.join(names)})`.execute(db);
  return rows;
}

/** How often a statement is cancelled until it has ended, in milliseconds. */
const CANCEL_EVERY = 50;

/** How often it is looked whether another process makes the indexes no longer, in milliseconds. */
const LOOK_EVERY = 300;

/** The making of the indexes that are missing, which can be stopped at any point. */
export class IndexBuild {
  readonly #db: Kysely<Tables>;
  readonly #indexes: readonly TrigramIndex[];
  /** A comment in the statements, by which they are told from those of any other host. */
  readonly #mark = `/* ${randomUUID()} */`;
  readonly #stopping = new AbortController();
  #isRunning = false;
  #ended: Promise<void> = Promise.resolve();
  #attempt: Promise<boolean> = Promise.resolve(true);

  constructor(db: Kysely<Tables>, indexes: readonly TrigramIndex[]) {
    this.#db = db;
    this.#indexes = indexes;
  }

  /** Fulfilled once this process makes none of them, also where another one does, which may hang. */
  get made(): Promise<void> {
    return this.#attempt.then(
      () => undefined,
      () => undefined,
    );
  }

  /** Begins in the background. */
  start(onFailure: (error: Error) => void): void {
    this.#isRunning = true;
    this.#ended = this.#run()
      .catch((error: Error) => {
        if (!this.#stopping.signal.aborted) onFailure(error);
      })
      .finally(() => {
        this.#isRunning = false;
      });
  }

  /** Begins no further index, cancels the statement that runs, and waits for the end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    // One that is on its way has not reached the server yet, and so it is tried again.
    while (this.#isRunning) {
      const cancelling = sql`select pg_cancel_backend(pid) from pg_stat_activity
        where strpos(query, ${this.#mark}) > 0 and state = 'active' and usename = current_user`;
      await usingTables(cancelling, {}).execute(this.#db);
      await Promise.race([this.#ended, wait(CANCEL_EVERY)]);
    }
  }

  /**
   * Makes the indexes. Where another process does so, as before a reload of this one, it is looked from time to time whether that
   * has left any: who waits in a statement would be waited for by an index that is made beside writes.
   */
  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#attempt = this.#makeAlone();
      if (await this.#attempt) return;
      await wait(LOOK_EVERY, undefined, { signal });
    }
  }

  /**
   * Makes the indexes, unless another process is doing so; answers whether it did. The lock is one of a transaction, which does
   * nothing else: behind a pooler a session has none to itself, and an index cannot be made beside writes in a transaction.
   */
  #makeAlone(): Promise<boolean> {
    return this.#db.connection().execute(async (holder) => {
      // A literal and no parameter: a statement with parameters keeps its view of the data until the transaction ends, and an
      // index that is made beside writes waits for all who have an older one.
      const key = sql`hashtextextended(current_schema() || ${sql.lit(this.#indexes[0]!.name)}, 0)`;
      await usingTables(sql`begin`, {}).execute(holder);
      try {
        const locking = usingTables(sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${key}) as got`, {});
        const { rows } = await locking.execute(holder);
        const isAlone = rows[0]?.got === true;
        if (isAlone) await this.#make();
        return isAlone;
      } finally {
        await usingTables(sql`rollback`, {}).execute(holder);
      }
    });
  }

  async #make(): Promise<void> {
    const db = this.#db;
    const mark = sql.raw(this.#mark);
    const operators = sql.raw(`"${await schemaOfExtension(db, 'pg_trgm')}".gin_trgm_ops`);
    const found = await indexesOf(db, this.#indexes);
    const { rows: items } = await sql`select 1 from ${sql.table('posts')} limit 1`.execute(db);
    const without = sql.raw(items.length === 0 ? '' : 'concurrently');
    for (const { name, table, expression } of this.#indexes) {
      const state = found.find((index) => index.name === name);
      if (state?.valid) continue;
      // An interrupted build leaves an invalid index, whose end is not to stand in the way of those who read and write.
      const { aborted } = this.#stopping.signal;
      if (state !== undefined && !aborted)
        await sql`drop ${mark} index concurrently if exists ${sql.ref(name)}`.execute(db);
      if (this.#stopping.signal.aborted) return;
      await sql`create ${mark} index ${without} if not exists ${sql.ref(name)} on ${sql.table(table)}
        using gin (${expression} ${operators})`.execute(db);
    }
  }
}
