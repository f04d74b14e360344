import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Logger } from '../../../core/index.ts';
import type { Database } from '../database.ts';
import type { Parameter } from '../prepared-statement.ts';
import { usingTables } from '../table-usage.ts';
import type { SearchIndex } from './search-index.ts';
import { SEARCHED, type Searched, type SearchedTable } from './searched.ts';
import { type SearchStatements, searchStatements } from './sqlite-statements.ts';
import { matchOf } from './trigrams.ts';

/** How many rows may be candidates, and how many the index may be behind with, for it to be of use. */
const CANDIDATES = 5000;
const BEHIND = 500;
/**
 * How many rows are indexed at once, which others wait for: in the background, and by a command. How long others are let
 * through between, in milliseconds.
 */
const BATCH = 200;
const LARGE_BATCH = 5000;
const PAUSE = 5;
/** After how many rows progress is reported. */
const REPORT_EVERY = 20_000;
/** How long after a change the index is brought up to date, in milliseconds. */
const DELAY = 200;

/** Runs statements one after the other in a transaction, without waiting; undefined when another transaction is at work. */
export type AtOnce = <T>(work: (run: (statement: string, ...parameters: unknown[]) => unknown[]) => T) => T | undefined;

/** What the index needs of the database. */
type SearchedDatabase = Pick<Database, 'db' | 'prefix' | 'prepare' | 'transaction'>;

/** Makes the indexes where they are missing, or takes them away; undefined when they are not enabled. */
export async function openSqliteSearch(
  database: SearchedDatabase,
  atOnce: AtOnce,
  isEnabled: boolean,
  log: Logger,
): Promise<SearchIndex | undefined> {
  const indexes = new Map<SearchedTable, TableIndex>();
  for (const searched of Object.values(SEARCHED)) {
    const index = await openIndex(searched, database, atOnce, isEnabled, log);
    if (index !== undefined) indexes.set(searched.table, index);
  }
  if (indexes.size === 0) return undefined;
  const all = [...indexes.values()];
  return {
    narrow: async (table, words, metaKey) => indexes.get(table)?.narrow(words, metaKey),
    catchUp: async (progress) => {
      for (const index of all) await index.catchUp(progress);
    },
    soon: () => {
      for (const index of all) index.soon();
    },
    stop: async () => {
      await Promise.all(all.map((index) => index.stop()));
    },
  };
}

async function openIndex(
  searched: Searched,
  database: SearchedDatabase,
  atOnce: AtOnce,
  isEnabled: boolean,
  log: Logger,
): Promise<TableIndex | undefined> {
  const statements = searchStatements(database.prefix, searched);
  const { rows } = await sql.raw<{ present: number }>(statements.present).execute(database.db);
  // An index of an earlier version lacks parts, and is made anew.
  if (rows[0]!.present !== (isEnabled ? statements.parts : 0)) {
    await database.transaction(async () => {
      for (const statement of [...statements.drop, ...(isEnabled ? statements.make : [])])
        await sql.raw(statement).execute(database.db);
    });
  }
  if (!isEnabled) return undefined;
  const index = new TableIndex(database, searched, statements, atOnce, log);
  index.soon();
  return index;
}

/** The index of the texts of one table. */
class TableIndex {
  readonly #database: SearchedDatabase;
  readonly #searched: Searched;
  readonly #statements: SearchStatements;
  readonly #atOnce: AtOnce;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  readonly #over = new AbortController();

  constructor(
    database: SearchedDatabase,
    searched: Searched,
    statements: SearchStatements,
    atOnce: AtOnce,
    log: Logger,
  ) {
    this.#atOnce = atOnce;
    this.#database = database;
    this.#searched = searched;
    this.#statements = statements;
    this.#log = log;
  }

  async narrow(words: readonly string[], metaKey?: string): Promise<RawBuilder<SqlBool> | undefined> {
    if (metaKey !== undefined && metaKey !== this.#searched.meta?.key) return undefined;
    const match = matchOf(words);
    if (match === undefined) return undefined;
    const { table, id, pendingId } = this.#searched;
    const index = sql.table(this.#searched.index);
    const pending = sql.table(`${this.#searched.index}_pending`);
    const probe = this.#database.prepare(`search.probe ${table}`, (parameter: Parameter<{ match: string }>) => {
      const found = sql`select rowid from ${index} where ${index} match ${parameter('match')} limit ${sql.lit(CANDIDATES + 1)}`;
      const behind = sql`select ${sql.ref(pendingId)} from ${pending} limit ${sql.lit(BEHIND + 1)}`;
      const counts = sql<{ found: number; behind: number }>`select
        (select count(*) from (${found})) as found, (select count(*) from (${behind})) as behind`;
      return usingTables(counts, { reads: [table] });
    });
    const [state] = await probe.rows({ match });
    if (state === undefined) return undefined;
    if (state.behind > 0) this.soon();
    if (state.found > CANDIDATES || state.behind > BEHIND) return undefined;
    return sql<SqlBool>`${sql.ref(`${table}.${id}`)} in (select rowid from ${index} where ${index} match ${match}
      union select ${sql.ref(pendingId)} from ${pending})`;
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

  /** Indexes some rows; answers with whether there are more, as a number of them; undefined when it had to wait. */
  #batch(size: number): number | undefined {
    const { forget, index, done, next, left } = this.#statements;
    return this.#atOnce((run) => {
      const ids = (run(next, size) as { id: number }[]).map(({ id }) => id);
      if (ids.length === 0) return 0;
      for (const statement of [forget, index, done]) run(statement, JSON.stringify(ids));
      return ids.length < size ? 0 : (run(left) as { left: number }[])[0]!.left;
    });
  }
}
