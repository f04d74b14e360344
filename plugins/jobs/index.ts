import { defaulted, integer, min, object } from 'superstruct';
import { definePlugin } from '../../core/index.ts';
import { Actors } from '../actors/index.ts';
import { OwnDatabase } from '../database/index.ts';
import { SiteClock } from '../options/index.ts';
import { addCommands } from './commands.ts';
import { compareClocks } from './compare-clocks.ts';
import { JobTable } from './job-table.ts';
import { Jobs, SiteJobs } from './jobs.ts';
import { Runner } from './runner.ts';
import { migrations } from './table.ts';

export type { JobBacklog } from './job-table.ts';
export { type JobHandler, type JobRun, Jobs, type NewJob, type RepeatedJob, type RunningJob } from './jobs.ts';

/** Has work done later, once, by one of the processes of a database. */
export default definePlugin({
  name: 'jobs',
  version: '0.1.0',
  description: 'Does work later, at a time, by one of the hosts of the database, and again after a failure.',
  group: 'operations',
  cacheable: true,
  requires: { database: '^0.1.0', options: '^0.1.0' },
  after: ['actors'],
  capabilities: ['authentication', 'database'],
  options: object({
    /** For how long a host that is not heard of holds a job, in milliseconds: then another one does it. */
    lease: defaulted(min(integer(), 300), 10_000),
    /** How many jobs a host does at once. */
    concurrency: defaulted(min(integer(), 1), 4),
  }),
  async setup(host, { lease, concurrency }) {
    const [database, clock] = [host.use(OwnDatabase), host.use(SiteClock)];
    await database.migrate('jobs', migrations);
    database.ownTables('tappet_jobs');
    const table = new JobTable(database);
    const parts = { database, clock, table };
    const jobs = new SiteJobs(
      parts,
      () => runner.wake(),
      () => runner.runDue(),
    );
    const { handlers } = jobs;
    const [actors, tell] = [host.find(Actors), jobs.tell.bind(jobs)];
    const runner = new Runner({ table, clock, log: host.log, handlers, actors, lease, concurrency, tell });
    host.provide(Jobs, jobs);
    addCommands(host, { table, clock, runner, handlers, lease });
    if (database.isReadOnly) return undefined;
    await compareClocks(database, host.log);
    const stopListening = database.tracker.onChangedElsewhere('tappet_jobs', runner.wake);
    const stopWatching = database.tracker.watch();
    host.hooks.action('rest_api_init').tap('jobs', () => runner.start());
    return async () => {
      stopListening();
      await runner.stop();
      await stopWatching();
    };
  },
});
