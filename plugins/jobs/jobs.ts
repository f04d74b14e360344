import { randomUUID } from 'node:crypto';
import { serviceToken } from '../../core/index.ts';
import type { Database } from '../database/index.ts';
import type { SiteClock } from '../options/index.ts';
import type { JobTable } from './job-table.ts';

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

/** A job that is being done. */
export interface RunningJob {
  readonly key: string;
  readonly args: unknown;
  /** Which attempt this is; the first one is 1. */
  readonly attempt: number;
  /** Aborted when the process ends, or the job is no longer its own: work that takes long ends early then. */
  readonly signal: AbortSignal;
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
  readonly #changed: () => void;

  /** @param changed is called when jobs were scheduled */
  constructor(parts: JobParts, changed: () => void) {
    this.#parts = parts;
    this.#changed = changed;
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
