/** The process of the load generator: receives a `LoadJob` as a message and answers with a `LoadResult`. */
import type { LoadJob } from './job.ts';
import { run } from './run.ts';

process.on('message', (job: LoadJob) => {
  run(job).then(
    (result) => process.send!({ result }),
    (error: Error) => process.send!({ error: error.stack }),
  );
});
process.on('disconnect', () => process.exit());
process.send!('ready');
