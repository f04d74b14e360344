import { expect } from 'chai';
import { definePlugin, serviceToken } from 'tappet';
import { type TestHost, testHost } from 'tappet/testing';
import type { RepeatedJob } from '../../../plugins/jobs/index.ts';

const HOUR = 3_600_000;

describe('jobs that are repeated', () => {
  let host: TestHost | undefined;
  let done: string[];
  let fails = false;
  /** A host whose plugin has these jobs done again and again. */
  const start = async (jobs: readonly RepeatedJob[]) => {
    await host?.close();
    const plugin = definePlugin({
      name: 'reports',
      version: '1.0.0',
      description: 'Writes reports.',
      requires: { jobs: '^0.1.0' },
      capabilities: ['database'],
      async setup({ use }) {
        const service = use(serviceToken('jobs'));
        service.handle('report', async ({ key, args }) => {
          if (fails) throw new Error('no paper');
          done.push(`${key} ${args ?? ''}`.trim());
        });
        for (const job of jobs) await service.repeat(job);
      },
    });
    host = await testHost({ plugins: [plugin], now: '2026-03-28T10:30:00Z' });
    return host;
  };
  const due = async ({ generation }: TestHost) => {
    const rows = await generation.services
      .get('spec', serviceToken('database'))
      .db.selectFrom('tappet_jobs')
      .select('due')
      .execute();
    return rows.map((row) => new Date(Number(row.due)).toISOString());
  };
  beforeEach(() => {
    done = [];
    fails = false;
  });
  after(() => host?.close());

  it('are done at their times of cron, in the zone of the site, also when its clocks change', async () => {
    const site = await start([{ name: 'report', cron: '0 3 * * *' }]);
    await site.generation.services.get('spec', serviceToken('options')).set('timezone_string', 'Europe/Berlin');
    expect(await due(site)).to.deep.equal(['2026-03-29T03:00:00.000Z']);
    site.clock.set('2026-03-29T03:00:00Z');
    expect([await site.runDueJobs(), await site.runDueJobs(), done]).to.deep.equal([1, 0, ['repeat']]);
    expect(await due(site)).to.deep.equal(['2026-03-30T01:00:00.000Z']);
    site.clock.set('2026-10-24T23:00:00Z');
    await site.runDueJobs();
    expect(await due(site)).to.deep.equal(['2026-10-25T02:00:00.000Z']);
  });

  it('are done every so often, and once for what was missed', async () => {
    const site = await start([{ name: 'report', key: 'hourly', args: 'x', every: HOUR }]);
    site.clock.advance(HOUR - 1);
    expect(await site.runDueJobs()).to.equal(0);
    site.clock.advance(1);
    expect(await site.runDueJobs()).to.equal(1);
    site.clock.advance(10 * HOUR);
    expect([await site.runDueJobs(), done]).to.deep.equal([1, ['hourly x', 'hourly x']]);
  });

  it('that fail are done again after a pause, but at their next time at the latest', async () => {
    const site = await start([{ name: 'report', every: 15_000 }]);
    fails = true;
    site.clock.advance(15_000);
    await site.runDueJobs();
    expect(await due(site)).to.deep.equal(['2026-03-28T10:30:25.000Z']);
    site.clock.advance(10_000);
    await site.runDueJobs();
    expect(await due(site)).to.deep.equal(['2026-03-28T10:30:40.000Z']);
    fails = false;
    site.clock.advance(15_000);
    expect([await site.runDueJobs(), done]).to.deep.equal([1, ['repeat']]);
    expect(await due(site)).to.deep.equal(['2026-03-28T10:30:55.000Z']);
  });

  for (const [time, words] of [
    [{ cron: '61 * * * *' }, '"61 * * * *" is no time of cron that comes'],
    [{ cron: '* * * * * *' }, '"* * * * * *" is no time of cron that comes'],
    [{ cron: '0 0 31 2 *' }, '"0 0 31 2 *" is no time of cron that comes'],
    [{ every: 10 }, 'every is a whole number of milliseconds, at least 1000; not 10'],
  ] as const) {
    it(`are refused ${JSON.stringify(time)}`, async () => {
      const error = await start([{ name: 'report', ...time }]).catch((reason: Error) => reason);
      expect(error).to.have.property('message').that.includes(words);
    });
  }
});
