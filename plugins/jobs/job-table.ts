import { randomUUID } from 'node:crypto';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Tables } from '../database/index.ts';

/** A job as the table has it. Times are milliseconds since 1970. */
export interface StoredJob {
  readonly id: number;
  readonly name: string;
  readonly key: string;
  readonly args: unknown;
  readonly due: number;
  /** Which attempt of which process does it; empty while none does. */
  readonly holder: string;
  readonly attempts: number;
  readonly error: string;
  /** When it is done again after it was done, as `recurrence.ts` has it; empty for never. */
  readonly recurrence: string;
}

/** A job that is to be stored. */
export type StorableJob = Pick<StoredJob, 'name' | 'key' | 'args' | 'due'> & { readonly recurrence?: string };

/** How many jobs of some names wait at a time. */
export interface JobBacklog {
  /** Those that nobody has taken, or whose host is not heard of. */
  readonly due: number;
  /** For how long the first of them has been due, in milliseconds; 0 where none is. */
  readonly overdue: number;
  /** Those that a host does. */
  readonly running: number;
  /** Those that failed and are done again after a pause. */
  readonly retrying: number;
}

/** The most jobs that are counted of those that are due, and of those that come next. */
const MOST_COUNTED = 1000;

/** The most characters that are stored of an error. */
const LONGEST_ERROR = 1000;

/** The jobs of a database, which all its processes have in common. */
export class JobTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Stores jobs, in place of those of their names and keys, or only where there are none. */
  put(jobs: readonly StorableJob[], { ifNew = false } = {}): Promise<void> {
    const rows = jobs.map(({ name, key, args, due, recurrence = '' }) => ({
      name,
      job_key: key,
      args: JSON.stringify(args ?? null),
      due,
      holder: '',
      attempts: 0,
      error: '',
      recurrence,
    }));
    return this.#database.insertAll('tappet_jobs', rows, ifNew ? 'ignore' : ['name', 'job_key']);
  }

  /**
   * Stores a job that is done again and again; one that is stored so already, with the same data, is due when it was, and nothing is
   * written: this comes at each start.
   */
  async putRepeated(job: StorableJob & { readonly recurrence: string }): Promise<void> {
    const isJob = { name: job.name, job_key: job.key };
    const isSame = { args: JSON.stringify(job.args ?? null), recurrence: job.recurrence };
    await this.#database.transaction(async () => {
      const { db } = this.#database;
      const stored = db
        .selectFrom('tappet_jobs')
        .select('id')
        .where((is) => is.and({ ...isJob, ...isSame }));
      if ((await stored.executeTakeFirst()) !== undefined) return;
      await this.put([job], { ifNew: true });
      await db
        .updateTable('tappet_jobs')
        .set({ ...isSame, due: job.due, holder: '', attempts: 0, error: '' })
        .where((is) => is.and(isJob))
        .where((is) => is.not(is.and(isSame)))
        .execute();
    });
  }

  /** When the next job of some names is due; undefined where there is none. */
  async nextDue(names: readonly string[]): Promise<number | undefined> {
    const row = await this.#database.db
      .selectFrom('tappet_jobs')
      .select('due')
      .where('name', 'in', names)
      .orderBy('due')
      .limit(1)
      .executeTakeFirst();
    return row && Number(row.due);
  }

  /**
   * Counts the jobs of some names that wait, among the first thousand that are due and the thousand that come next within some
   * milliseconds: so it takes as long whatever there is.
   */
  async backlog(names: readonly string[], now: number, next: number): Promise<JobBacklog> {
    const { db } = this.#database;
    const first = db
      .selectFrom('tappet_jobs')
      .select(['name', 'due', 'holder', 'error'])
      .orderBy('due')
      .limit(MOST_COUNTED);
    const waiting = await db
      .selectFrom(first.where('due', '<=', now).as('jobs'))
      .select(({ fn }) => [fn.countAll().as('jobs'), fn.min('due').as('oldest')])
      .where('name', 'in', names)
      .executeTakeFirstOrThrow();
    const others = await db
      .selectFrom(
        first
          .where('due', '>', now)
          .where('due', '<=', now + next)
          .as('jobs'),
      )
      .select('holder')
      .where('name', 'in', names)
      .where((is) => is.or([is('holder', '<>', ''), is('error', '<>', '')]))
      .execute();
    const running = others.filter(({ holder }) => holder !== '').length;
    return {
      due: Number(waiting.jobs),
      overdue: waiting.oldest === null ? 0 : now - Number(waiting.oldest),
      running,
      retrying: others.length - running,
    };
  }

  /** Takes jobs of some names that are due, for some milliseconds: the first ones that no other process is taking. */
  take(names: readonly string[], now: number, lease: number, most: number): Promise<StoredJob[]> {
    const due = this.#jobs()
      .where('name', 'in', names)
      .where('due', '<=', now)
      .orderBy('due')
      .orderBy('id')
      .limit(most);
    return this.#take(due, now + lease);
  }

  /** Takes one job that no process has, whenever it is due. */
  async takeOne(id: number, now: number, lease: number): Promise<StoredJob | undefined> {
    const free = this.#jobs()
      .where('id', '=', id)
      .where((is) => is.or([is('holder', '=', ''), is('due', '<=', now)]));
    return (await this.#take(free, now + lease))[0];
  }

  /** Has a job that is being done for longer; false where it is no longer the holder's. */
  async renew({ id, holder }: StoredJob, until: number): Promise<boolean> {
    return this.#change(id, holder, { due: until });
  }

  /** Has a job that is done wait for its next time, unless it has been scheduled anew meanwhile. */
  async repeat({ id, holder }: StoredJob, due: number): Promise<void> {
    await this.#change(id, holder, { due, holder: '', attempts: 0, error: '' });
  }

  /** Removes a job that is done, unless it has been scheduled anew meanwhile. */
  async finish({ id, holder }: StoredJob): Promise<void> {
    await this.#database.db.deleteFrom('tappet_jobs').where('id', '=', id).where('holder', '=', holder).execute();
  }

  /** Has a job that failed done again at a time, unless it has been scheduled anew meanwhile. */
  async fail({ id, holder }: StoredJob, error: string, due: number): Promise<void> {
    await this.#change(id, holder, { due, holder: '', error: error.slice(0, LONGEST_ERROR) });
  }

  /** All jobs, the next one first. */
  async all(): Promise<StoredJob[]> {
    return (await this.#jobs().orderBy('due').orderBy('id').execute()).map(fromRow);
  }

  /** Removes the job of a name and a key; answers whether there was one. */
  async remove(name: string, key: string): Promise<boolean> {
    const removal = this.#database.db.deleteFrom('tappet_jobs').where('name', '=', name).where('job_key', '=', key);
    return (await removal.executeTakeFirstOrThrow()).numDeletedRows > 0n;
  }

  async #take(free: SelectQueryBuilder<Tables, 'tappet_jobs', JobRow>, until: number): Promise<StoredJob[]> {
    const { db, dialect, transaction } = this.#database;
    return transaction(async () => {
      // SQLite runs one transaction at a time; elsewhere rows that another process is taking are passed over.
      const rows = await (dialect === 'sqlite' ? free : free.forUpdate().skipLocked()).execute();
      if (rows.length === 0) return [];
      const holder = randomUUID();
      const ids = rows.map(({ id }) => id);
      await db
        .updateTable('tappet_jobs')
        .set({ due: until, holder, attempts: sql<number>`attempts + 1` })
        .where('id', 'in', ids)
        .execute();
      return rows.map((row) => ({ ...fromRow(row), holder, attempts: row.attempts + 1 }));
    });
  }

  async #change(
    id: number,
    holder: string,
    values: { due: number; holder?: string; attempts?: number; error?: string },
  ): Promise<boolean> {
    const update = this.#database.db
      .updateTable('tappet_jobs')
      .set(values)
      .where('id', '=', id)
      .where('holder', '=', holder);
    return (await update.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
  }

  #jobs(): SelectQueryBuilder<Tables, 'tappet_jobs', JobRow> {
    return this.#database.db
      .selectFrom('tappet_jobs')
      .select(['id', 'name', 'job_key', 'args', 'due', 'holder', 'attempts', 'error', 'recurrence']);
  }
}

interface JobRow extends Omit<StoredJob, 'key' | 'args'> {
  readonly job_key: string;
  readonly args: string;
}

const fromRow = ({ job_key, args, due, ...row }: JobRow): StoredJob => ({
  ...row,
  key: job_key,
  args: JSON.parse(args),
  due: Number(due),
});
