import { expect } from 'chai';
import { sql } from 'kysely';
import type { Generation } from '../../../core/generation.ts';
import { definePlugin, type PluginDefinition } from '../../../core/index.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import options, { Options, ReservedOptions, SiteClock } from '../../../plugins/options/index.ts';
import { OptionStore } from '../../../plugins/options/store.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { until } from '../../support/until.ts';

describeOnDatabases('options', (freshDatabase) => {
  let generation: Generation;
  let url: string;
  let fired: unknown[][];

  const listener = definePlugin({
    name: 'listener',
    version: '1.0.0',
    description: 'Listens.',
    setup({ hooks }) {
      hooks.action('added_option').tap('listener', (...args) => void fired.push(['added', ...args]));
      hooks.action('updated_option').tap('listener', (...args) => void fired.push(['updated', ...args]));
      hooks.action('deleted_option').tap('listener', (...args) => void fired.push(['deleted', ...args]));
    },
  });
  const build = ({ refresh = 20, more = [] as PluginDefinition[] } = {}) =>
    buildTestGeneration([database, options, ...more], { options: { database: { url }, options: { refresh } } });
  const store = () => generation.services.get('spec', ReservedOptions);
  const site = () => generation.services.get('spec', Database);
  const stored = async (name: string) =>
    (await site().db.selectFrom('options').select('option_value').where('option_name', '=', name).executeTakeFirst())
      ?.option_value;

  beforeEach(async () => {
    url = await freshDatabase({ again: true });
    fired = [];
    generation = await build({ more: [listener] });
  });
  afterEach(() => generation.dispose());

  it('of a new site are those of the reference, numbers as text', () => {
    expect(store().get('posts_per_page')).to.equal('10');
    expect(store().get('permalink_structure')).to.equal('/%year%/%monthnum%/%day%/%postname%/');
    expect(store().get('sticky_posts')).to.eql([]);
    expect(store().has('site_logo')).to.equal(false);
  });

  it('that are there stay as they are when a site starts again', async () => {
    await store().set('blogname', 'Mine');
    if (!url.startsWith('sqlite')) {
      const again = await build();
      expect(again.services.get('spec', Options).get('blogname')).to.equal('Mine');
      await again.dispose();
    }
    expect(await stored('blogname')).to.equal('Mine');
  });

  it('give the fallback where there is none', () => {
    expect(store().get('nothing', 'else')).to.equal('else');
    expect(store().get('nothing')).to.equal(undefined);
    expect(store().has('nothing')).to.equal(false);
  });

  it('are stored at once, and changes fire actions', async () => {
    await store().set('colour', 'red');
    await store().set('colour', 'red');
    await store().set('colour', ['red', { b: 1 }]);
    expect(await stored('colour')).to.equal('a:2:{i:0;s:3:"red";i:1;a:1:{s:1:"b";i:1;}}');
    expect(await store().delete('colour')).to.equal(true);
    expect(await store().delete('colour')).to.equal(false);
    expect(await stored('colour')).to.equal(undefined);
    expect(JSON.parse(JSON.stringify(fired))).to.eql([
      ['added', 'colour', 'red'],
      ['updated', 'colour', 'red', ['red', { b: 1 }]],
      ['deleted', 'colour'],
    ]);
  });

  it('cannot be changed through a list that a plugin got', async () => {
    await store().set('list', [[1]]);
    expect(() => store().get<number[][]>('list')[0]!.push(2)).to.throw(TypeError);
    expect(store().get('list')).to.eql([[1]]);
  });

  it('set in a transaction are undone with it', async () => {
    const failing = site().transaction(async () => {
      await store().set('blogname', 'Never');
      await store().set('new', 'Never');
      expect(store().get('blogname')).to.equal('Never');
      throw new Error('no');
    });
    await failing.catch(() => undefined);
    expect(store().get('blogname')).to.equal('Tappet');
    expect(store().has('new')).to.equal(false);
  });

  it('set in a transaction that is still open stay, whatever the table shows to others meanwhile', async function () {
    if (url.startsWith('sqlite')) this.skip();
    await site().transaction(async () => {
      await store().set('blogname', 'Open');
      const other = await build();
      await other.services.get('spec', Options).set('blogdescription', 'Theirs');
      await other.dispose();
      const before = site().statements.count;
      await until(() => site().statements.count > before + 10);
      expect(store().get('blogname')).to.equal('Open');
    });
    await until(() => store().get('blogdescription') === 'Theirs');
    expect(store().get('blogname')).to.equal('Open');
  });

  it('changed by another process are seen at the next refresh', async () => {
    await sql`update ${sql.table('options')} set option_value = 'Theirs' where option_name = 'blogname'`.execute(
      site().db,
    );
    await sql`delete from ${sql.table('options')} where option_name = 'WPLANG'`.execute(site().db);
    await until(() => store().get('blogname') === 'Theirs' && !store().has('WPLANG'));
  });

  it('are not read again while they do not change', async () => {
    await generation.dispose();
    generation = await build({ refresh: 3_600_000 });
    const cost = async () => {
      const before = site().statements.count;
      await (store() as OptionStore).refresh();
      return site().statements.count - before;
    };
    const isQuiet = async () => site().tracker.isCurrent && (await cost()) === 0;
    await until(isQuiet);
    await store().set('blogname', 'Mine');
    expect(await cost()).to.be.above(0);
    await until(isQuiet);
  });

  describe('that are reserved', () => {
    const reserved = [
      'wp_user_roles',
      'WP_user_roles',
      ' wp_user_roles',
      'tappet_auth_keys',
      'tappet_inactive_plugins',
    ];

    it('are not there, and are not written, for those who have the options of the site', async () => {
      // Two of them are one row on MariaDB, of which a refresh would read one name.
      await generation.dispose();
      generation = await build({ refresh: 0 });
      const { services } = generation;
      const open = services.get('spec', Options);
      for (const name of reserved) {
        await services.get('spec', ReservedOptions).set(name, 'secret');
        expect(open.get(name, 'nothing'), name).to.equal('nothing');
        expect(open.has(name), name).to.equal(false);
        expect(open.names(), name).not.to.include(name);
        expect(await open.set(name, 'mine').catch(String), name).to.include('is reserved');
        expect(await open.delete(name).catch(String), name).to.include('is reserved');
        expect(services.get('spec', ReservedOptions).get(name), name).to.equal('secret');
      }
    });
  });

  it('that WordPress keeps for a time are not in memory, and read by their name', async () => {
    await site().insertAll('options', [
      { option_name: '_transient_feed', option_value: 'x' },
      { option_name: '_site_transient_update_core', option_value: 'y' },
      { option_name: 'transient_free', option_value: 'z' },
    ]);
    await (store() as OptionStore).refresh();
    expect(
      ['_transient_feed', '_site_transient_update_core', 'transient_free'].map((name) => store().has(name)),
    ).to.eql([false, false, true]);
    expect(
      store()
        .names()
        .filter((name) => name.includes('_transient_')),
    ).to.eql([]);
    await store().load(['_transient_feed', 'nothing']);
    expect(store().get('_transient_feed')).to.equal('x');
    expect(store().has('nothing')).to.equal(false);
    await store().set('_site_transient_update_core', 'y');
    expect(fired).to.eql([]);
  });

  describe('in the tables of a WordPress', () => {
    let options: OptionStore;

    beforeEach(async () => {
      await site().insertAll('options', [
        { option_name: 'loaded_auto', option_value: '1', autoload: 'auto' },
        { option_name: 'loaded_on', option_value: '1', autoload: 'on' },
        { option_name: 'apart_no', option_value: 'a:1:{i:0;O:3:"Foo":1:{s:1:"a";d:3;}}', autoload: 'no' },
        { option_name: 'apart_off', option_value: '1', autoload: 'auto-off' },
        { option_name: 'needed', option_value: '1', autoload: 'no' },
      ]);
      const told =
        (what: string) =>
        async (...args: unknown[]) =>
          void fired.push([what, ...args]);
      const events = { added: told('added'), updated: told('updated'), deleted: told('deleted') };
      options = new OptionStore(site(), events, { all: false, always: ['needed'] });
      await options.open();
    });

    it('are those that WordPress loads, and those that are needed here', () => {
      expect(['loaded_auto', 'loaded_on', 'needed', 'blogname'].every((name) => options.has(name))).to.equal(true);
      expect(['apart_no', 'apart_off'].some((name) => options.has(name))).to.equal(false);
    });

    it('are known once they are asked for, stay so, and come back as they were', async () => {
      await options.load(['apart_no']);
      const [value] = options.get<unknown[]>('apart_no')!;
      expect(String(value)).to.equal('O:3:"Foo":1:{s:1:"a";d:3;}');
      await options.set('apart_no', options.get('apart_no'));
      expect(fired).to.eql([]);
      await site()
        .db.updateTable('options')
        .set({ option_value: 'else' })
        .where('option_name', '=', 'apart_no')
        .execute();
      await options.open();
      expect(options.get('apart_no')).to.equal('else');
    });

    it('are not taken for new where they are not in memory', async () => {
      await options.set('apart_off', 1);
      expect(fired).to.eql([]);
      await options.set('apart_off', 2);
      expect(fired).to.eql([['updated', 'apart_off', '1', '2']]);
      expect(await options.delete('apart_no')).to.equal(true);
      expect(await options.delete('nothing')).to.equal(false);
      await options.set('mine', 'x', { autoload: false });
      const rows = await site().db.selectFrom('options').select(['option_name', 'autoload']).execute();
      const autoloads = Object.fromEntries(rows.map(({ option_name, autoload }) => [option_name, autoload]));
      expect(autoloads).to.include({ apart_off: 'auto-off', mine: 'no', loaded_on: 'on' });
      expect(autoloads).not.to.have.property('apart_no');
    });

    it('are changed from what the table has, whatever is in memory, and by many at once', async () => {
      await site().db.updateTable('options').set({ option_value: '5' }).where('option_name', '=', 'needed').execute();
      await Promise.all(Array.from({ length: 10 }, () => options.change('needed', (value) => Number(value) + 1)));
      expect(await stored('needed')).to.equal('15');
      await options.change('needed', (value) => value);
      expect(fired.filter(([what]) => what === 'updated')).to.have.lengthOf(10);
      await options.change('made', (value) => value ?? ['x']);
      expect(fired.at(-1)).to.eql(['added', 'made', ['x']]);
      expect(options.get('made')).to.eql(['x']);
    });
  });
});

describe('the clock of the site', () => {
  it('has the time that it is given, and the zone of the settings', async () => {
    let now = Date.parse('2026-03-01T10:00:00Z');
    const generation = await buildTestGeneration([database, options], {
      options: { database: { url: 'sqlite::memory:' }, options: { now: () => now } },
    });
    const clock = generation.services.get('spec', SiteClock);
    now += 1000;
    expect(clock.now().toISOString()).to.equal('2026-03-01T10:00:01.000Z');
    expect(clock.zone()).to.eql({ timezone: 'UTC', gmtOffset: 0 });
    const store = generation.services.get('spec', Options);
    await store.set('timezone_string', '');
    await store.set('gmt_offset', 5.5);
    expect(clock.zone()).to.eql({ timezone: '', gmtOffset: 5.5 });
    await generation.dispose();
  });
});
