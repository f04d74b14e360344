import { randomUUID } from 'node:crypto';
import { serviceToken } from '../../core/index.ts';
import type { Database } from '../database/index.ts';
import type { SiteClock } from '../options/index.ts';
import type { JobBacklog, JobTable } from './job-table.ts';
import { LONGEST_PAUSE } from './pause.ts';
import { nextTime, type Recurrence, textOfRecurrence } from './recurrence.ts';

/** Work that is to be done once, at a time. */
export interface NewJob {
  /** What is to be done, as a plugin named it in `handle`. */
  readonly name: string;
  /** Tells it from others of the name, at most 100 letters; one of its own where it is left out. */
  readonly key?: string;
  /** What the work is told: plain data. */
  readonly args?: unknown;
  /** When it is to be done, in milliseconds since 1970; at once when left out. */
  readonly due?: number;
}

/** Work that is done again and again. */
export type RepeatedJob = Pick<NewJob, 'name' | 'key' | 'args'> & Recurrence;

/** A job that is being done. */
export interface RunningJob {
  readonly key: string;
  readonly args: unknown;
  /** Which attempt this is; the first one is 1. */
  readonly attempt: number;
  /** Aborted when the process ends, or the job is no longer its own: work that takes long ends early then. */
  readonly signal: AbortSignal;
}

/** How a job went that this process did. */
export interface JobRun {
  readonly name: string;
  /** How long it took, in milliseconds. */
  readonly duration: number;
  /** What it failed with; undefined where it is done. */
  readonly error: Error | undefined;
}

/** Does a job; one that throws is done again after a pause. */
export type JobHandler = (job: RunningJob) => Promise<void>;

/**
 * Work that is done later, by one of the processes of the database. A job is done at least once: again, if the process that
 * did it was killed. What must not happen twice is done in a transaction that finds out whether it has happened.
 */
export interface Jobs {
  /** Says how the jobs of a name are done; called in `setup`. A process takes no others. */
  handle(name: string, handler: JobHandler): void;
  /** Schedules a job, in place of the one of its name and key. Belongs to the transaction that is open. */
  schedule(job: NewJob): Promise<void>;
  /** Schedules jobs of which there are none of their names and keys. */
  scheduleMissing(jobs: readonly NewJob[]): Promise<void>;
  /**
   * Has work done again and again: by five fields of cron, in the zone of the site, or every so many milliseconds. Called at each
   * start; a job that is stored with the same time and data is due when it was. What was missed while no host ran is done
   * once. There is one job of a name and a key, which is `repeat` when left out.
   *
   * @throws a `TypeError` for a time that is none, or never comes
   */
  repeat(job: RepeatedJob): Promise<void>;
  /** Does the jobs that are due, one after the other, and answers with their number: for specs, which set the clock. */
  runDue(): Promise<number>;
  /** The names of the jobs that this process does. */
  readonly names: readonly string[];
  /** How many jobs of these names wait, counted up to a thousand, and for how long. */
  backlog(): Promise<JobBacklog>;
  /** Tells a listener, which must not throw, of each job that this process has done or failed at; answers with what ends that. */
  onRun(listener: (run: JobRun) => void): () => void;
  /** Removes a job, also one that is being done, which goes on; answers whether there was one. */
  cancel(name: string, key: string): Promise<boolean>;
}

/** The token of the jobs. */
export const Jobs = serviceToken('jobs', { requiredPermissions: 'database' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    jobs: Jobs;
  }
}

/** What the jobs of a site need. */
export interface JobParts {
  readonly database: Database;
  readonly clock: SiteClock;
  readonly table: JobTable;
}

/** The jobs of a site, and who does them. */
export class SiteJobs implements Jobs {
  readonly handlers = new Map<string, JobHandler>();
  readonly #parts: JobParts;
  readonly #listeners = new Set<(run: JobRun) => void>();
  readonly #changed: () => void;
  readonly #runDue: () => Promise<number>;

  /**
   * @param changed is called when jobs were scheduled
   * @param runDue does the jobs that are due
   */
  constructor(parts: JobParts, changed: () => void, runDue: () => Promise<number>) {
    this.#parts = parts;
    this.#changed = changed;
    this.#runDue = runDue;
  }

  get names(): readonly string[] {
    return [...this.handlers.keys()];
  }

  handle(name: string, handler: JobHandler): void {
    if (this.handlers.has(name))
      throw new TypeError(`jobs named "${name}" are done by another plugin; name yours otherwise`);
    this.handlers.set(name, handler);
  }

  schedule(job: NewJob): Promise<void> {
    return this.#put([job], false);
  }

  scheduleMissing(jobs: readonly NewJob[]): Promise<void> {
    return this.#put(jobs, true);
  }

  async repeat({ name, key = 'repeat', args, ...time }: RepeatedJob): Promise<void> {
    const { table, database, clock } = this.#parts;
    const recurrence = await textOfRecurrence(time as Recurrence);
    if (database.isReadOnly) return;
    const due = await nextTime(recurrence, clock.now().getTime(), clock);
    await table.putRepeated({ name, key, args, due, recurrence });
    database.afterCommit(this.#changed, { changesAnswers: false });
  }

  runDue(): Promise<number> {
    return this.#runDue();
  }

  backlog(): Promise<JobBacklog> {
    const { table, clock } = this.#parts;
    return table.backlog(this.names, clock.now().getTime(), LONGEST_PAUSE);
  }

  onRun(listener: (run: JobRun) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Tells the listeners how a job went. */
  tell(run: JobRun): void {
    for (const listener of this.#listeners) listener(run);
  }

  cancel(name: string, key: string): Promise<boolean> {
    return this.#parts.table.remove(name, key);
  }

  async #put(jobs: readonly NewJob[], ifNew: boolean): Promise<void> {
    const { table, database, clock } = this.#parts;
    const now = clock.now().getTime();
    const rows = jobs.map(({ name, key = randomUUID(), args, due = now }) => ({
      name,
      key,
      args,
      due: Math.ceil(due),
    }));
    await table.put(rows, { ifNew });
    database.afterCommit(this.#changed, { changesAnswers: false });
  }
}
