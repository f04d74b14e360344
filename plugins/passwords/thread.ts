/** Runs in a worker thread: hashes and checks passwords, one job after the other. */
import { parentPort } from 'node:worker_threads';
import type { Job, Outcome } from './job.ts';
import { hashPassword, verifyPassword } from './verify.ts';

const work = async (job: Job): Promise<string | boolean> => {
  if ('ln' in job) return hashPassword(job.password, job.ln, job.format);
  const [first = false] = await inTurn(job.hashes, (hash) => verifyPassword(job.password, hash));
  return first;
};

async function inTurn<T, R>(values: readonly T[], each: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const value of values) results.push(await each(value));
  return results;
}

parentPort!.on('message', (job: Job) => {
  const tell = (outcome: Outcome) => parentPort!.postMessage(outcome);
  work(job).then(
    (value) => tell({ value }),
    (error: Error) => tell({ error: error.message }),
  );
});
