import { metrics } from '@opentelemetry/api';
import type { Jobs } from '../jobs/index.ts';
import { JOB_SECONDS } from '../metrics/index.ts';
import { SCOPE } from './scope.ts';

/**
 * How long the jobs of this process take, and how many of the database wait, which is asked whenever the SDK reads its figures.
 * Answers with what ends that.
 */
export function measureJobs(jobs: Jobs): () => void {
  const meter = metrics.getMeter(SCOPE);
  const duration = meter.createHistogram('tappet.job.duration', {
    description: 'How long jobs took, those that failed too.',
    unit: 's',
    advice: { explicitBucketBoundaries: [...JOB_SECONDS] },
  });
  const stopListening = jobs.onRun(({ name, duration: milliseconds, error }) =>
    duration.record(milliseconds / 1000, {
      'tappet.job.name': name,
      ...(error === undefined ? {} : { 'error.type': error.name }),
    }),
  );
  const count = meter.createObservableGauge('tappet.jobs', {
    description: 'Jobs that are due, that are being done, and that failed and are done again later.',
  });
  const overdue = meter.createObservableGauge('tappet.jobs.overdue', {
    description: 'For how long the first of the jobs that are due has been due.',
    unit: 's',
  });
  const observe: Parameters<typeof meter.addBatchObservableCallback>[0] = async (result) => {
    const { overdue: milliseconds, ...states } = await jobs.backlog();
    for (const [state, value] of Object.entries(states)) result.observe(count, value, { 'tappet.job.state': state });
    result.observe(overdue, milliseconds / 1000);
  };
  meter.addBatchObservableCallback(observe, [count, overdue]);
  return () => {
    stopListening();
    meter.removeBatchObservableCallback(observe, [count, overdue]);
  };
}
