import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { silentLogger } from '../../../core/base/index.ts';
import type { Generation } from '../../../core/generation.ts';
import { definePlugin } from '../../../core/index.ts';
import { redacted } from '../../../host/log-secrets.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import jobs, { type JobHandler, type JobRun, Jobs } from '../../../plugins/jobs/index.ts';
import { JobTable } from '../../../plugins/jobs/job-table.ts';
import options from '../../../plugins/options/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { runCommand } from '../../support/run-command.ts';
import { until } from '../../support/until.ts';

const LEASE = 300;

describeOnDatabases('jobs', (freshDatabase) => {
  let url: string;
  let hosts: Generation[];
  let done: string[];
  let work: JobHandler;
  /** The details of what the log is told of failures. */
  const failures: unknown[] = [];
  const site = () => hosts[0]!.services.get('spec', Database);
  const jobsOf = (host = hosts[0]!) => host.services.get('spec', Jobs);
  const stored = () => new JobTable(site()).all();

  const worker = definePlugin({
    name: 'worker',
    version: '1.0.0',
    description: 'Does the jobs of a spec.',
    requires: { jobs: '^0.1.0' },
    capabilities: ['database'],
    setup: ({ use }) =>
      use(Jobs).handle('note', async (job) => {
        await work(job);
        done.push(job.key);
      }),
  });
  const open = async () => {
    const settings = { database: { url }, jobs: { lease: LEASE } };
    const log = { ...silentLogger, error: (details: object | string) => void failures.push(redacted(details)) };
    hosts.push(await buildTestGeneration([database, options, jobs, worker], { options: settings, log }));
  };

  before(async () => {
    url = await freshDatabase();
    hosts = [];
    await open();
    // A database in memory is of one host.
    while (hosts.length < 3 && !url.startsWith('sqlite')) await open();
    const { tracker } = site();
    await until(() => tracker.isCurrent);
  });
  beforeEach(async () => {
    done = [];
    work = async () => undefined;
    await site().db.deleteFrom('tappet_jobs').execute();
  });
  after(async () => {
    for (const host of hosts) await host.dispose();
  });

  it('are done at once, or when they are due, and are gone then', async () => {
    await jobsOf().schedule({ name: 'note', key: 'later', due: Date.now() + 1000 });
    await jobsOf().schedule({ name: 'note', key: 'now', args: { a: [1] } });
    await until(() => done.length > 0);
    expect(done).to.eql(['now']);
    await until(() => done.length === 2);
    await until(async () => (await stored()).length === 0);
    expect(done).to.eql(['now', 'later']);
  });

  it('are one for a name and a key, and the last one holds, unless it is scheduled only where there is none', async () => {
    const due = Date.now() + 3_600_000;
    await jobsOf().schedule({ name: 'note', key: 'one', args: 1, due: due + 1000 });
    await jobsOf().schedule({ name: 'note', key: 'one', args: 2, due });
    await jobsOf().scheduleMissing([
      { name: 'note', key: 'one', args: 3 },
      { name: 'note', key: 'two', args: 4, due },
    ]);
    expect((await stored()).map(({ key, args, due: at }) => [key, args, at])).to.eql([
      ['one', 2, due],
      ['two', 4, due],
    ]);
    expect(await jobsOf().cancel('note', 'one')).to.equal(true);
    expect(await jobsOf().cancel('note', 'one')).to.equal(false);
  });

  it('are undone with the transaction that they belong to', async () => {
    const failing = site().transaction(async () => {
      await jobsOf().schedule({ name: 'note' });
      throw new Error('no');
    });
    await failing.catch(() => undefined);
    expect(await stored()).to.eql([]);
  });

  it('that fail are done again after a pause, which grows', async () => {
    work = async ({ attempt }) => {
      throw new Error(`failed ${attempt}`);
    };
    await jobsOf().schedule({ name: 'note', key: 'broken' });
    await until(async () => (await stored())[0]?.error === 'failed 1');
    const [first] = await stored();
    const told = failures.at(-1);
    expect(told, 'in the log').to.deep.include({ job: 'note', id: first!.id, attempt: 1 });
    expect(first!.due - Date.now()).to.be.within(8000, 10_000);
    await site().db.updateTable('tappet_jobs').set({ due: 0 }).execute();
    await jobsOf().schedule({ name: 'note', key: 'wakes', due: Date.now() + 3_600_000 });
    await until(async () => (await stored())[0]?.error === 'failed 2');
    const [second] = await stored();
    expect(second).to.include({ attempts: 2, holder: '', key: 'broken' });
    expect(second!.due - Date.now()).to.be.within(18_000, 20_000);
    expect(done).to.eql([]);
  });

  it('are left to others where no plugin does jobs of their name', async () => {
    await jobsOf().schedule({ name: 'unknown' });
    await jobsOf().schedule({ name: 'note', key: 'known' });
    await until(async () => (await stored()).length === 1);
    expect(done).to.eql(['known']);
    expect((await stored()).map(({ name, attempts }) => [name, attempts])).to.eql([['unknown', 0]]);
    expect(() => jobsOf().handle('note', async () => undefined)).to.throw(TypeError, 'name yours otherwise');
  });

  it('that take long stay with the host that does them, which is told when they are no longer its own', async () => {
    let begun = 0;
    let isOver = false;
    work = ({ signal }) => {
      begun++;
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => {
          isOver = true;
          resolve();
        }),
      );
    };
    await jobsOf().schedule({ name: 'note', key: 'long' });
    await wait(LEASE * 2.5);
    expect([begun, isOver]).to.eql([1, false]);
    await jobsOf().cancel('note', 'long');
    await until(() => isOver);
  });

  it('of a host that died are done by another when its time is over', async () => {
    await jobsOf().schedule({ name: 'note', key: 'taken', due: Date.now() + 3_600_000 });
    const [job] = await stored();
    // As a process does that is killed before it has done anything.
    await new JobTable(site()).takeOne(job!.id, Date.now(), 300);
    await jobsOf().schedule({ name: 'note', key: 'wakes', due: Date.now() + 3_600_000 });
    expect(done).to.eql([]);
    await until(() => done.length === 1);
    expect(done).to.eql(['taken']);
    await until(async () => (await stored()).length === 1);
  });

  it('are done once each, by whichever host', async () => {
    const due = Date.now() + 200;
    const keys = Array.from({ length: 60 }, (_, at) => `job ${at}`);
    await Promise.all(
      keys.map((key, at) => jobsOf(hosts[at % hosts.length]).schedule({ name: 'note', key, due: due + at })),
    );
    await until(() => done.length >= keys.length);
    await until(async () => (await stored()).length === 0);
    expect([...done].sort()).to.eql([...keys].sort());
  });

  it('that are repeated wait for their next time, and keep it over starts until another time or other data is given', async () => {
    const at = async () => (await stored()).map(({ due, recurrence }) => [recurrence, due] as const)[0]!;
    await jobsOf().repeat({ name: 'note', cron: '0 3 1 1 *' });
    const [recurrence, first] = await at();
    expect([recurrence, first > Date.now()]).to.eql(['0 3 1 1 *', true]);
    await site()
      .db.updateTable('tappet_jobs')
      .set({ due: first + 5 })
      .execute();
    await jobsOf(hosts.at(-1)).repeat({ name: 'note', cron: '0 3 1 1 *' });
    expect(await at()).to.eql(['0 3 1 1 *', first + 5]);
    await jobsOf().repeat({ name: 'note', cron: '0 3 1 1 *', args: 2 });
    expect(await at()).to.eql(['0 3 1 1 *', first]);
    await jobsOf().repeat({ name: 'note', args: 2, every: 3_600_000 });
    const [changed, next] = await at();
    expect(changed).to.equal('every 3600000');
    expect(next - Date.now()).to.be.within(3_590_000, 3_600_000);
    await site().db.updateTable('tappet_jobs').set({ due: 0 }).execute();
    await jobsOf().schedule({ name: 'note', key: 'wakes', due: Date.now() + 7_200_000 });
    await until(() => done.length === 1);
    await until(async () => (await at())[1] > Date.now());
    expect(await jobsOf().cancel('note', 'repeat')).to.equal(true);
  });

  it('that are due, running or failed are counted by name, up to a thousand', async () => {
    const now = Date.now() + 3_600_000;
    const row = { name: 'note', args: 'null', holder: '', attempts: 0, error: '', due: now + 1 };
    const rows = [
      { due: now - 7000 },
      { due: now - 9000, name: 'unknown' },
      { due: now - 8000, holder: 'a host that died', error: 'before' },
      { holder: 'a host' },
      { holder: 'a host', error: 'before' },
      { error: 'failed', due: now + 900 },
      { error: 'failed', due: now + 1001 },
      { due: now + 900 },
      { error: 'failed', name: 'unknown' },
    ].map((one, at) => ({ ...row, job_key: `${at}`, ...one }));
    await site().insertAll('tappet_jobs', rows);
    const table = new JobTable(site());
    expect(await table.backlog(['note', 'other'], now, 1000)).to.eql({
      due: 2,
      overdue: 8000,
      running: 2,
      retrying: 1,
    });
    expect(await table.backlog(['note'], now - 10_000, 1000)).to.eql({ due: 0, overdue: 0, running: 0, retrying: 0 });
    const many = Array.from({ length: 1200 }, (_, at) => ({ ...row, job_key: `many ${at}`, due: now - 10_000 }));
    await site().insertAll('tappet_jobs', many);
    expect(await table.backlog(['note'], now, 1000)).to.include({ due: 1000, overdue: 10_000, running: 2 });
  });

  it('are told of to who listens, with how long they took and what they failed with', async () => {
    const told: JobRun[] = [];
    const stops = hosts.map((host) => jobsOf(host).onRun((run) => told.push(run)));
    await jobsOf().schedule({ name: 'note' });
    await until(() => told.length === 1);
    work = async () => {
      throw new Error('no');
    };
    await jobsOf().schedule({ name: 'note' });
    await until(() => told.length === 2);
    for (const stop of stops) stop();
    expect(told.map(({ name, error }) => [name, error?.message])).to.eql([
      ['note', undefined],
      ['note', 'no'],
    ]);
    expect(told[0]!.duration).to.be.within(0, 10_000);
    expect(jobsOf().names).to.eql(['note']);
  });

  it('leave cached answers that are made of other tables as they are', async () => {
    const { tracker } = site();
    const versions = tracker.versionsOf(['spec']);
    await jobsOf().schedule({ name: 'note', key: 'now' });
    await until(() => done.length === 1);
    await until(async () => (await stored()).length === 0);
    expect(versions.areCurrent()).to.equal(true);
  });

  it('are listed, done and deleted by commands', async () => {
    const run = (words: string, job: string[] = [], flags: Record<string, string | boolean> = {}) =>
      runCommand(hosts[0]!, `job ${words}`, { job }, flags).then(
        (lines) => lines.join('\n'),
        (error: Error) => error.message,
      );
    await jobsOf().schedule({ name: 'note', key: 'a', args: [1], due: Date.UTC(2100, 0, 1) });
    await jobsOf().schedule({ name: 'note', key: 'b', due: Date.UTC(2100, 0, 2) });
    await jobsOf().schedule({ name: 'unknown', key: 'c', due: Date.UTC(2100, 0, 3) });
    const [a] = await stored();
    expect(await run('list', [], { format: 'csv', fields: 'key,due_gmt,status,args' })).to.include(
      'a,2100-01-01 00:00:00,scheduled,[1]',
    );
    expect(await run('list', [], { name: 'unknown', format: 'count' })).to.equal('1');
    expect(await run('run', [String(a!.id)])).to.equal(`Executed job ${a!.id} 'note'.\nSuccess: Executed 1 of 1 jobs.`);
    expect(done).to.eql(['a']);
    expect(await run('run', ['unknown'])).to.equal('no plugin does jobs named "unknown"');
    expect(await run('run', ['nothing'])).to.equal('there is no job "nothing"; "job list" shows them all');
    work = async () => {
      throw new Error('it cannot be done');
    };
    expect(await run('run', ['note'])).to.equal('1 of 1 jobs failed');
    expect(await run('list', [], { format: 'csv', fields: 'key,status,error' })).to.include(
      'b,failed,it cannot be done',
    );
    expect(await run('delete')).to.equal('name jobs by their id or name, or give --due-now or --all');
    expect(await run('delete', ['note'])).to.equal('Success: Deleted 1 of 1 jobs.');
    expect(await run('delete', [], { all: true })).to.equal('Success: Deleted 1 of 1 jobs.');
  });
});
