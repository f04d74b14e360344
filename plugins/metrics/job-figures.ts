import { getOrMake, within } from '../../core/base/index.ts';
import type { JobRun, Jobs } from '../jobs/index.ts';
import { type Family, single } from './exposition.ts';
import { Histogram } from './histogram.ts';

/** The bounds of a histogram of how many seconds jobs took. */
export const JOB_SECONDS = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800];

/** For how long the database is asked which jobs wait, in milliseconds: the other figures tell why it does not answer. */
const ANSWER = 500;

/** The jobs of one name that this process did. */
interface Series {
  done: number;
  failed: number;
  readonly seconds: Histogram;
}

/** Counts the jobs that this process did, and how long they took. */
export class JobFigures {
  /** By name: there are as many as plugins handle. */
  readonly #series = new Map<string, Series>();

  /** Has the jobs of some names counted, from nothing on. */
  expect(names: readonly string[]): void {
    for (const name of names) this.#of(name);
  }

  readonly add = ({ name, duration, error }: JobRun): void => {
    const series = this.#of(name);
    series[error === undefined ? 'done' : 'failed']++;
    series.seconds.add(duration / 1000);
  };

  families(): Family[] {
    const all = [...this.#series];
    return [
      {
        name: 'tappet_job_runs_total',
        type: 'counter',
        help: 'Jobs that were done, or failed.',
        samples: all.flatMap(([name, { done, failed }]) => [
          { labels: { name, outcome: 'done' }, value: done },
          { labels: { name, outcome: 'failed' }, value: failed },
        ]),
      },
      {
        name: 'tappet_job_duration_seconds',
        type: 'histogram',
        help: 'How long jobs took, those that failed too.',
        samples: all.flatMap(([name, { seconds }]) => seconds.samples({ name })),
      },
    ];
  }

  #of(name: string): Series {
    return getOrMake(this.#series, name, () => ({ done: 0, failed: 0, seconds: new Histogram(JOB_SECONDS) }));
  }
}

/** The jobs of the database that wait; nothing while it does not answer. */
export async function backlogFamilies(jobs: Jobs): Promise<Family[]> {
  const backlog = await within(jobs.backlog(), ANSWER, () => new Error('late')).catch(() => undefined);
  if (backlog === undefined) return [];
  const { due, running, retrying, overdue } = backlog;
  return [
    {
      name: 'tappet_jobs',
      type: 'gauge',
      help: 'Jobs that are due, that are being done, and that failed and are done again later.',
      samples: Object.entries({ due, running, retrying }).map(([state, value]) => ({ labels: { state }, value })),
    },
    single(
      'tappet_jobs_overdue_seconds',
      'gauge',
      'For how long the first of the jobs that are due has been due.',
      overdue / 1000,
    ),
  ];
}
