import { CommandError, type PluginHost } from '../../core/index.ts';
import { LIST_FLAGS } from '../../core/plugin/index.ts';
import { formatDate } from '../../core/site/index.ts';
import type { SiteClock } from '../options/index.ts';
import type { JobTable, StoredJob } from './job-table.ts';
import type { JobHandler } from './jobs.ts';
import type { Runner } from './runner.ts';

/** What the commands need. */
export interface JobCommandParts {
  readonly table: JobTable;
  readonly clock: SiteClock;
  readonly runner: Runner;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  readonly lease: number;
}

const COLUMNS = ['id', 'name', 'key', 'due_gmt', 'recurrence', 'status', 'attempts', 'error'];

const ALL = { '--all': 'All jobs.', '--due-now': 'The jobs that are due.' };

/** Adds `job list|run|delete` to the command line. */
export function addCommands(host: PluginHost, { table, clock, runner, handlers, lease }: JobCommandParts): void {
  const now = () => clock.now().getTime();
  const statusOf = ({ holder, due, error }: StoredJob): string => {
    if (holder !== '') return due > now() ? 'running' : 'abandoned';
    if (error !== '') return 'failed';
    return due > now() ? 'scheduled' : 'due';
  };
  /** The jobs that arguments name, by ids or by names, or that flags do. */
  const meant = async (
    names: readonly string[],
    flags: Readonly<Record<string, string | boolean | undefined>>,
  ): Promise<StoredJob[]> => {
    const all = await table.all();
    if (flags.all === true) return all;
    if (flags['due-now'] === true) return all.filter(({ due }) => due <= now());
    if (names.length === 0) throw new CommandError('name jobs by their id or name, or give --due-now or --all');
    return names.flatMap((name) => {
      const found = all.filter((job) => String(job.id) === name || job.name === name);
      if (found.length === 0) throw new CommandError(`there is no job "${name}"; "job list" shows them all`);
      return found;
    });
  };

  host.command({
    name: 'job list',
    summary: 'Lists the jobs that are to be done, the next one first.',
    flags: { '--name <name>': 'Jobs of this name.', ...LIST_FLAGS },
    run: async ({ flags, printRows }) => {
      const jobs = (await table.all()).filter(({ name }) => flags.name === undefined || name === flags.name);
      printRows(
        COLUMNS,
        jobs.map((job) => ({
          ...job,
          due_gmt: formatDate(Math.floor(job.due / 1000)),
          status: statusOf(job),
          args: JSON.stringify(job.args),
        })),
        ['args'],
      );
    },
  });

  host.command({
    name: 'job run',
    summary: 'Does jobs now, whenever they are due.',
    args: '[job...]',
    flags: ALL,
    run: async ({ args, flags, print }) => {
      const jobs = await meant([args.job ?? []].flat(), flags);
      let failures = 0;
      for (const { id, name } of jobs) {
        if (!handlers.has(name)) throw new CommandError(`no plugin does jobs named "${name}"`);
        const taken = await table.takeOne(id, now(), lease);
        if (taken === undefined) {
          print(`Job ${id} '${name}' is being done, or has been.`);
          continue;
        }
        const error = await runner.run(taken);
        if (error !== undefined) failures++;
        print(error === undefined ? `Executed job ${id} '${name}'.` : `Job ${id} '${name}' failed: ${error.message}`);
      }
      if (failures > 0) throw new CommandError(`${failures} of ${jobs.length} jobs failed`);
      print(`Success: Executed ${jobs.length} of ${jobs.length} jobs.`);
    },
  });

  host.command({
    name: 'job delete',
    summary: 'Removes jobs, so that they are not done.',
    args: '[job...]',
    flags: ALL,
    run: async ({ args, flags, print }) => {
      const jobs = await meant([args.job ?? []].flat(), flags);
      let removed = 0;
      for (const { name, key } of jobs) if (await table.remove(name, key)) removed++;
      print(`Success: Deleted ${removed} of ${jobs.length} jobs.`);
    },
  });
}
