import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Logger } from '../../../core/index.ts';
import type { Database } from '../database.ts';
import type { Parameter } from '../prepared-statement.ts';
import { usingTables } from '../table-usage.ts';
import type { SearchIndex } from './search-index.ts';
import { type SearchStatements, searchStatements } from './sqlite-statements.ts';
import { matchOf } from './trigrams.ts';

/** How many items may be candidates, and how many the index may be behind with, for it to be of use. */
const CANDIDATES = 5000;
const BEHIND = 500;
/**
 * How many items are indexed at once, which others wait for: in the background, and by a command. How long others are let
 * through between, in milliseconds.
 */
const BATCH = 200;
const LARGE_BATCH = 5000;
const PAUSE = 5;
/** After how many items progress is reported. */
const REPORT_EVERY = 20_000;
/** How long after a change the index is brought up to date, in milliseconds. */
const DELAY = 200;

/** Runs statements one after the other in a transaction, without waiting; undefined when another transaction is at work. */
export type AtOnce = <T>(work: (run: (statement: string, ...parameters: unknown[]) => unknown[]) => T) => T | undefined;

/** What the index needs of the database. */
type SearchedDatabase = Pick<Database, 'db' | 'prefix' | 'prepare' | 'transaction'>;

/** Makes the index where it is missing, or takes it away; undefined when it is not enabled. */
export async function openSqliteSearch(
  database: SearchedDatabase,
  atOnce: AtOnce,
  isEnabled: boolean,
  log: Logger,
): Promise<SearchIndex | undefined> {
  const statements = searchStatements(database.prefix);
  const { rows } = await sql.raw(statements.isThere).execute(database.db);
  if (rows.length > 0 !== isEnabled) {
    await database.transaction(async () => {
      for (const statement of [...statements.drop, ...(isEnabled ? statements.make : [])])
        await sql.raw(statement).execute(database.db);
    });
  }
  if (!isEnabled) return undefined;
  const index = new SqliteSearch(database, statements, atOnce, log);
  index.soon();
  return index;
}

class SqliteSearch implements SearchIndex {
  readonly #database: SearchedDatabase;
  readonly #statements: SearchStatements;
  readonly #atOnce: AtOnce;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  readonly #over = new AbortController();

  constructor(database: SearchedDatabase, statements: SearchStatements, atOnce: AtOnce, log: Logger) {
    this.#atOnce = atOnce;
    this.#database = database;
    this.#statements = statements;
    this.#log = log;
  }

  async narrow(words: readonly string[]): Promise<RawBuilder<SqlBool> | undefined> {
    const match = matchOf(words);
    if (match === undefined) return undefined;
    const index = sql.table('tappet_search');
    const pending = sql.table('tappet_search_pending');
    const probe = this.#database.prepare('search.probe', (parameter: Parameter<{ match: string }>) => {
      const found = sql`select rowid from ${index} where ${index} match ${parameter('match')} limit ${sql.lit(CANDIDATES + 1)}`;
      const behind = sql`select post_id from ${pending} limit ${sql.lit(BEHIND + 1)}`;
      const counts = sql<{ found: number; behind: number }>`select
        (select count(*) from (${found})) as found, (select count(*) from (${behind})) as behind`;
      return usingTables(counts, { reads: ['posts'] });
    });
    const [state] = await probe.rows({ match });
    if (state === undefined) return undefined;
    if (state.behind > 0) this.soon();
    if (state.found > CANDIDATES || state.behind > BEHIND) return undefined;
    return sql<SqlBool>`${sql.ref('posts.ID')} in (select rowid from ${index} where ${index} match ${match}
      union select post_id from ${pending})`;
  }

  async catchUp(progress?: (left: number) => void): Promise<void> {
    let reported = Number.POSITIVE_INFINITY;
    let left: number | undefined;
    while (left !== 0 && !this.#over.signal.aborted) {
      left = this.#batch(progress === undefined ? BATCH : LARGE_BATCH);
      if (left !== undefined && (reported - left >= REPORT_EVERY || left === 0)) {
        progress?.(left);
        reported = left;
      }
      // Work in the background does not keep the process running, and closing the index ends the pause.
      await pause(PAUSE, undefined, { ref: progress !== undefined, signal: this.#over.signal }).catch(() => undefined);
    }
  }

  soon(): void {
    if (this.#timer !== undefined || this.#over.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#running = this.catchUp()
        .catch((error: Error) => this.#log.warn({ err: error }, 'the search index could not be brought up to date'))
        .finally(() => {
          this.#timer = undefined;
        });
    }, DELAY).unref();
  }

  async stop(): Promise<void> {
    this.#over.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Indexes some items; answers with whether there are more, as a number of them; undefined when it had to wait. */
  #batch(size: number): number | undefined {
    const { forget, index, done, next, left } = this.#statements;
    return this.#atOnce((run) => {
      const ids = (run(next, size) as { post_id: number }[]).map(({ post_id }) => post_id);
      if (ids.length === 0) return 0;
      for (const statement of [forget, index, done]) run(statement, JSON.stringify(ids));
      return ids.length < size ? 0 : (run(left) as { left: number }[])[0]!.left;
    });
  }
}
