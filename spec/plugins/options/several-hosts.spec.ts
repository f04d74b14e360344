import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import { InactivePlugins, QuarantinedPlugins } from '../../../core/plugin/index.ts';
import activation from '../../../plugins/activation/index.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import options, { type Options, ReservedOptions } from '../../../plugins/options/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { describeOnServers } from '../../support/on-databases.ts';
import { until } from '../../support/until.ts';

describeOnServers('options that several hosts of one database change at once', (freshDatabase) => {
  let hosts: Generation[];
  let url: string;
  const optionsOf = (host: Generation) => host.services.get('spec', ReservedOptions);

  before(async () => {
    url = await freshDatabase({ again: true });
    // They are never told of one another's changes, so that what they have in memory is what they left there.
    const open = () =>
      buildTestGeneration([database, options, activation], { options: { database: { url }, options: { refresh: 0 } } });
    hosts = [await open(), await open(), await open()];
  });
  after(async () => {
    for (const host of hosts) await host.dispose();
  });

  it('lose no change of a list, also of one that was not there', async () => {
    for (const name of ['sticky_posts', 'brand_new']) {
      const added = Array.from({ length: 60 }, (_, at) => at + 1);
      const add = (item: number) =>
        optionsOf(hosts[item % 3]!).change(name, (list) => [...((list ?? []) as number[]), item]);
      await Promise.all(added.map(add));
      let found: unknown;
      await optionsOf(hosts[0]!).change(name, (list) => {
        found = list;
        return list;
      });
      expect(
        [...(found as number[])].sort((one, other) => one - other),
        name,
      ).to.eql(added);
    }
  });

  it('have the value that was set last, though the host that set it had read the same before', async () => {
    const [one, other] = hosts.map(optionsOf) as [Options, Options];
    for (let round = 0; round < 5; round++) {
      await one.set('blogname', 'First');
      await other.set('blogname', 'Second');
      await one.set('blogname', 'First');
      await other.lock(['blogname']);
      expect(other.get('blogname')).to.equal('First');
    }
  });

  it('are removed though the host that removes them has not read them', async () => {
    const [one, other] = hosts.map(optionsOf) as [Options, Options];
    await one.set('passing', 'Here');
    expect(await other.delete('passing')).to.equal(true);
    expect(await one.delete('passing')).to.equal(false);
  });

  it('are set together by one host or by another', async () => {
    const set = (at: number) => optionsOf(hosts[at % 3]!).setAll({ template: `t${at}`, stylesheet: `t${at}` });
    await Promise.all(Array.from({ length: 12 }, (_, at) => set(at)));
    const [one] = hosts.map(optionsOf) as [Options];
    await one.lock(['template', 'stylesheet']);
    expect(one.get('template')).to.equal(one.get('stylesheet'));
  });

  it('are read again as soon as the database tells of a change, which is told on, long before they are looked for', async () => {
    const settings = { database: { url }, options: { refresh: 3_600_000 } };
    const host = await buildTestGeneration([database, options], { options: settings });
    await until(() => host.services.get('spec', Database).tracker.isCurrent);
    const told = new Promise<void>((resolve) => {
      const stop = optionsOf(host).onChange(() => {
        if (optionsOf(host).get('blogdescription') !== 'Told') return;
        stop();
        resolve();
      });
    });
    await optionsOf(hosts[0]!).set('blogdescription', 'Told');
    await told;
    await host.dispose();
  });

  it('are held by who has locked them, until the transaction ends', async () => {
    const [one, other] = hosts as [Generation, Generation];
    await optionsOf(one).set('held', '0');
    const add = (host: Generation) =>
      host.services.get('spec', Database).transaction(async () => {
        await optionsOf(host).lock(['held']);
        await optionsOf(host).set('held', String(Number(optionsOf(host).get('held', '0')) + 1));
      });
    await Promise.all(Array.from({ length: 10 }, (_, at) => add(at % 2 ? one : other)));
    await optionsOf(one).lock(['held']);
    expect(optionsOf(one).get('held')).to.equal('10');
  });

  it('name all plugins that were switched and quarantined, each at another host', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const record = (plugin: string) => ({
      plugin,
      hook: 'init',
      reason: 'it fails',
      failures: 9,
      at: '2026-01-01T00:00:00Z',
    });
    await Promise.all(
      names.flatMap((name, at) => {
        const { services } = hosts[at % 3]!;
        return [
          services.get('spec', InactivePlugins).switch(name, at % 2 ? 'on' : 'off'),
          services.get('spec', QuarantinedPlugins).put(name, record(name)),
        ];
      }),
    );
    const { services } = hosts[0]!;
    await optionsOf(hosts[0]!).lock(['tappet_inactive_plugins', 'tappet_active_plugins', 'tappet_quarantined_plugins']);
    const { off, on } = services.get('spec', InactivePlugins).switched();
    expect([[...off].sort(), [...on].sort()]).to.eql([
      ['a', 'c', 'e'],
      ['b', 'd', 'f'],
    ]);
    const quarantined = services.get('spec', QuarantinedPlugins).all();
    expect(quarantined.map(({ plugin }) => plugin).sort()).to.eql(names);
    expect(await services.get('spec', InactivePlugins).switch('a', undefined)).to.equal('off');
    expect(await services.get('spec', QuarantinedPlugins).put('a', undefined)).to.eql(record('a'));
    expect(services.get('spec', QuarantinedPlugins).all()).to.have.length(5);
  });
});
