import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoadJob, LoadResult } from '../load/job.ts';

/** The process of the load generator. */
export class LoadGenerator {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(script: string): Promise<LoadGenerator> {
    const child = fork(script);
    await once(child, 'message');
    return new LoadGenerator(child);
  }

  /** Runs a job. Throws if any answer is missing or not a 2xx, because the rate would be meaningless. */
  async run(job: LoadJob): Promise<LoadResult> {
    this.#child.send(job);
    const [{ result, error }] = (await once(this.#child, 'message')) as [{ result: LoadResult; error?: string }];
    if (error !== undefined) throw new Error(error);
    if (result.failures > 0 || result.requests === 0) {
      const paths = job.requests.length > 1 ? `${job.requests.length} requests` : job.requests[0]?.path;
      const statuses = JSON.stringify(result.statuses);
      throw new Error(`${job.url} ${paths}: ${result.failures} of ${result.requests} requests failed: ${statuses}`);
    }
    return result;
  }

  stop(): void {
    this.#child.kill();
  }
}
