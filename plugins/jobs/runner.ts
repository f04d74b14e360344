import { within } from '../../core/base/index.ts';
import type { Logger } from '../../core/index.ts';
import type { Actors } from '../actors/index.ts';
import type { SiteClock } from '../options/index.ts';
import type { JobTable, StoredJob } from './job-table.ts';
import type { JobHandler, JobRun } from './jobs.ts';
import { pauseAfter } from './pause.ts';
import { nextTime } from './recurrence.ts';

/** What a runner needs. */
export interface RunnerParts {
  readonly table: JobTable;
  readonly clock: SiteClock;
  readonly log: Logger;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  /** Absent where nobody asks who acts. */
  readonly actors: Actors | undefined;
  /** For how long a process that is not heard of holds a job, in milliseconds. */
  readonly lease: number;
  /** How many jobs a process does at once. */
  readonly concurrency: number;
  /** Is told how a job went. */
  readonly tell: (run: JobRun) => void;
}

/** How long after its start a process looks for jobs: a command is over by then. In milliseconds, like all below. */
const START = 1000;

/** The longest time between two looks: the database may have been away while others scheduled jobs. */
const LONGEST = 30_000;

/** How long to wait where another process is taking what is due. */
const MOMENT = 50;

/** How long the end of a process waits for the jobs that it does. */
const END = 10_000;

/** How long to wait where jobs could not be looked for. */
const PAUSE = 10_000;

/** Does the jobs of a site that are due, some at once. */
export class Runner {
  readonly #parts: RunnerParts;
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #looksAgain = false;
  #isStarted = false;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Begins to look for jobs, a moment later. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#wait(START);
  }

  /** Looks for jobs that are due, now. */
  readonly wake = (): void => {
    if (!this.#isStarted || this.#stopping.signal.aborted) return;
    if (this.#looking !== undefined) {
      this.#looksAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#looking = this.#look()
      .catch((err) => {
        this.#parts.log.error({ err }, 'jobs could not be looked for');
        this.#wait(PAUSE);
      })
      .finally(() => {
        this.#looking = undefined;
        const looksAgain = this.#looksAgain;
        this.#looksAgain = false;
        if (looksAgain) this.wake();
      });
  };

  /** Takes no more jobs, and waits for those that are being done; what takes longer is done again by another process. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#looking;
    await within(Promise.all(this.#running), END, () => undefined).catch(() => undefined);
  }

  /** Does a job that was taken; answers with what it failed with, if it did. */
  async run(job: StoredJob): Promise<Error | undefined> {
    const { table, handlers, lease, log, actors, tell } = this.#parts;
    const start = performance.now();
    const ended = (error?: Error) => tell({ name: job.name, duration: performance.now() - start, error });
    const lost = new AbortController();
    const renewing = setInterval(() => {
      table.renew(job, this.#now() + lease).then(
        (isHeld) => {
          if (!isHeld) lost.abort();
        },
        (err) => log.warn({ err, job: job.name }, 'a job could not be held'),
      );
    }, lease / 3).unref();
    try {
      const signal = AbortSignal.any([this.#stopping.signal, lost.signal]);
      const work = () => handlers.get(job.name)!({ key: job.key, args: job.args, attempt: job.attempts, signal });
      await (actors === undefined ? work() : actors.run({ job: job.name }, work));
      if (job.recurrence === '') await table.finish(job);
      else await table.repeat(job, await nextTime(job.recurrence, this.#now(), this.#parts.clock));
      ended();
      return undefined;
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      ended(error);
      const pause = await this.#pauseAfter(job);
      log.error(
        // A member named `key` is taken for a secret by the log.
        { err: error, job: job.name, id: job.id, attempt: job.attempts },
        `job "${job.name}" failed, and is done again in ${pause / 1000} s`,
      );
      await table.fail(job, error.message, this.#now() + pause);
      return error;
    } finally {
      clearInterval(renewing);
    }
  }

  /**
   * Does the jobs that are due, one after the other, waits for those that are being done already, and answers with their number.
   */
  async runDue(): Promise<number> {
    const { table, handlers, lease } = this.#parts;
    const names = [...handlers.keys()];
    for (let done = 0; ; ) {
      const [job] = names.length === 0 ? [] : await table.take(names, this.#now(), lease, 1);
      if (job !== undefined) {
        await this.run(job);
        done++;
        continue;
      }
      await this.#looking;
      const begun = [...this.#running];
      if (begun.length === 0) return done;
      await Promise.all(begun);
      done += begun.length;
    }
  }

  async #look(): Promise<void> {
    const { table, handlers, lease, concurrency, log } = this.#parts;
    const free = concurrency - this.#running.size;
    // The end of a job wakes the runner.
    if (free === 0 || handlers.size === 0) return;
    const names = [...handlers.keys()];
    const next = await table.nextDue(names);
    const now = this.#now();
    if (next === undefined || next > now)
      return this.#wait(Math.min((next ?? Number.POSITIVE_INFINITY) - now, LONGEST));
    const jobs = await table.take(names, now, lease, free);
    for (const job of jobs) {
      const running = this.run(job)
        .then(
          () => undefined,
          (err) => log.error({ err, job: job.name }, 'how a job ended could not be stored'),
        )
        .finally(() => {
          this.#running.delete(running);
          this.wake();
        });
      this.#running.add(running);
    }
    if (jobs.length === 0) this.#wait(MOMENT);
    else this.#looksAgain = true;
  }

  #wait(milliseconds: number): void {
    if (this.#stopping.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.wake, milliseconds).unref();
  }

  /** How long a job that failed waits until it is done again. */
  async #pauseAfter({ attempts, recurrence }: StoredJob): Promise<number> {
    const pause = pauseAfter(attempts);
    if (recurrence === '') return pause;
    const now = this.#now();
    return Math.min(pause, (await nextTime(recurrence, now, this.#parts.clock)) - now);
  }

  #now(): number {
    return this.#parts.clock.now().getTime();
  }
}
