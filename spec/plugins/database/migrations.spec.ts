import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { Generation } from '../../../core/generation.ts';
import { definePlugin } from '../../../core/index.ts';
import { createBrand } from '../../../core/site/index.ts';
import { createSite } from '../../../host/site.ts';
import database, { Database, type Migration } from '../../../plugins/database/index.ts';
import { DIST } from '../../support/built.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { runCommand } from '../../support/run-command.ts';

const [HOST, PLUGIN] = ['host/index.js', 'plugins/database/index.js'].map((path) => new URL(path, DIST).href);

/** A plugin with migrations of its own. */
const migrating = (...migrations: Migration[]) =>
  definePlugin({
    name: 'migrating',
    version: '1.0.0',
    description: 'Migrates.',
    requires: { database: '*' },
    setup: (host) => host.use(Database).migrate('migrating', migrations),
  });

const addPost = (name: string): Migration => ({
  name,
  up: async (db) => {
    await db.insertInto('posts').values({ post_title: name }).execute();
  },
});

/** Starts a process of its own that builds a site with a migration which takes its time. */
async function startProcess(url: string): Promise<void> {
  const script = `
    import { setTimeout } from 'node:timers/promises';
    import { createHost, definePlugin } from '${HOST}';
    import { Database } from '${PLUGIN}';
    const up = async (db) => {
      await setTimeout(50);
      await db.insertInto('posts').values({ post_title: '0001-slow' }).execute();
    };
    const migrating = definePlugin({ name: 'migrating', version: '1.0.0', description: '', requires: { database: '*' },
      setup: (host) => host.use(Database).migrate('migrating', [{ name: '0001-slow', up }]) });
    const plugins = { only: ['database'], folders: [migrating] };
    await (await createHost({ database: ${JSON.stringify(url)}, logLevel: 'error', plugins })).close();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
}

describeOnDatabases('migrations', (freshDatabase) => {
  const names = async (site: Database) =>
    (await site.db.selectFrom('tappet_migrations').select('name').orderBy('name').execute()).map((row) => row.name);
  const build = (url: string, ...migrations: Migration[]) =>
    buildTestGeneration([database, migrating(...migrations)], { options: { database: { url } } });

  it('are recorded by plugin and name', async () => {
    const generation = await build(await freshDatabase(), addPost('0001-one'), addPost('0002-two'));
    expect(await names(generation.services.get('spec', Database))).to.eql([
      'database:0001-tables',
      'database:0002-counts',
      'database:0003-list-indexes',
      'database:0004-plans',
      'database:0005-upkeep',
      'database:0006-accents',
      'migrating:0001-one',
      'migrating:0002-two',
    ]);
    await generation.dispose();
  });

  it('leave nothing behind when one of them fails, and say so in one line', async () => {
    const url = await freshDatabase();
    const failing = build(url, addPost('0001-one'), {
      name: '0002-bad',
      up: () => Promise.reject(new Error('bad step')),
    });
    expect(await failing.catch((error: Error) => error.message)).to.equal(
      'spec:migrating: plugin "migrating" failed in setup: bad step',
    );
    if (url.startsWith('sqlite')) return;
    const generation = await buildTestGeneration([database], { options: { database: { url } } });
    expect(await names(generation.services.get('spec', Database))).to.eql([
      'database:0001-tables',
      'database:0002-counts',
      'database:0003-list-indexes',
      'database:0004-plans',
      'database:0005-upkeep',
      'database:0006-accents',
    ]);
    await generation.dispose();
  });

  it('of a newer version have the database refused, in one line', async () => {
    const fresh = await freshDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'tappet-spec-'));
    const url = fresh.startsWith('sqlite') ? `sqlite:${join(folder, 'site.db')}` : fresh;
    const newer = await build(url, addPost('0001-one'), addPost('0002-two'));
    const { db } = newer.services.get('spec', Database);
    const refusal = await build(url, addPost('0001-one')).catch((error: Error) => error.message);
    expect(refusal).to.match(
      /the database is of a newer version: step migrating:0002-two has run in it, and this version ends with migrating:0001-one; start/,
    );
    expect(refusal).to.not.include('\n');
    // A step that is known no more is no newer one.
    await (await build(url, addPost('0002-two'))).dispose();
    const record = { name: 'database:0099-later', applied_at: '' };
    await db.insertInto('tappet_migrations').values(record).execute();
    expect(await build(url).catch((error: Error) => error.message)).to.include(
      'step database:0099-later has run in it',
    );
    await newer.dispose();
    await rm(folder, { recursive: true });
  });

  it('run once when two processes start together', async function () {
    this.timeout(60_000);
    const folder = await mkdtemp(join(tmpdir(), 'tappet-spec-'));
    const fresh = await freshDatabase();
    const url = fresh.startsWith('sqlite') ? `sqlite:${join(folder, 'new', 'site.db')}` : fresh;
    await Promise.all([1, 2].map(() => startProcess(url)));
    const generation = await buildTestGeneration([database], { options: { database: { url } } });
    const { db } = generation.services.get('spec', Database);
    expect(await db.selectFrom('posts').select('post_title').execute()).to.eql([{ post_title: '0001-slow' }]);
    await generation.dispose();
    await rm(folder, { recursive: true });
  });

  it('that are missing are listed by "db migrate --dry-run", and none is taken', async () => {
    const fresh = await freshDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'tappet-spec-'));
    const url = fresh.startsWith('sqlite') ? `sqlite:${join(folder, 'site.db')}` : fresh;
    const look = async (...steps: Migration[]) => {
      const options = { database: { url, dryRun: true } };
      const generation = await buildTestGeneration([database, migrating(...steps)], { options });
      try {
        return await runCommand(generation, 'db migrate', {}, { 'dry-run': true });
      } finally {
        await generation.dispose();
      }
    };
    const all = await look(addPost('0001-one'));
    expect(all.slice(-2)).to.eql(['migrating:0001-one', 'Success: nothing was changed; 7 steps would be taken.']);
    expect(existsSync(join(folder, 'site.db'))).to.equal(false);
    const site = await build(url, addPost('0001-one'));
    expect(await look(addPost('0001-one'))).to.eql(['Success: nothing was changed; 0 steps would be taken.']);
    expect(await look(addPost('0001-one'), addPost('0002-two'))).to.eql([
      'migrating:0002-two',
      'Success: nothing was changed; 1 steps would be taken.',
    ]);
    const { db } = site.services.get('spec', Database);
    expect(await db.selectFrom('posts').select('post_title').execute()).to.eql([{ post_title: '0001-one' }]);
    await db.insertInto('tappet_migrations').values({ name: 'migrating:0002-two', applied_at: '' }).execute();
    expect(await look(addPost('0001-one')).catch((error: Error) => error.message)).to.include('of a newer version');
    await site.dispose();
    await rm(folder, { recursive: true });
  });

  it('of a newer version leave a host of the version before at work', async () => {
    const fresh = await freshDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'tappet-spec-'));
    const url = fresh.startsWith('sqlite') ? `sqlite:${join(folder, 'site.db')}` : fresh;
    const older = await build(url, addPost('0001-one'));
    const before = older.services.get('spec', Database);
    const newer = await build(url, addPost('0001-one'), {
      name: '0002-column',
      up: (db) => db.schema.alterTable('termmeta').addColumn('tappet_note', 'varchar(20)').execute(),
    });
    const after = newer.services.get('spec', Database);
    const written = await before.insert('posts', { post_title: 'older' });
    await before.insert('termmeta', { term_id: written, meta_key: 'older' });
    await after.insert('termmeta', { term_id: written, meta_key: 'newer' });
    const keys = before.db.selectFrom('termmeta').select('meta_key').orderBy('meta_id');
    expect((await keys.execute()).map((row) => row.meta_key)).to.eql(['older', 'newer']);
    const titles = after.db.selectFrom('posts').select('post_title').where('ID', '=', written);
    expect(await titles.execute()).to.eql([{ post_title: 'older' }]);
    await newer.dispose();
    await older.dispose();
    await rm(folder, { recursive: true });
  });

  it('keep the content of a site in memory when it is built anew', async () => {
    const site = createSite({ brand: createBrand() });
    const url = await freshDatabase();
    const plugins = [{ definition: database, location: 'spec' }];
    const titles: string[][] = [];
    for (const title of ['first', 'second']) {
      const generation = await Generation.build({ site, plugins: plugins as never, options: { database: { url } } });
      const { db, insert } = generation.services.get('spec', Database);
      await insert('posts', { post_title: title });
      titles.push(
        (await db.selectFrom('posts').select('post_title').orderBy('ID').execute()).map((row) => row.post_title),
      );
      await generation.dispose();
    }
    expect(titles).to.eql([['first'], ['first', 'second']]);
  });

  it('are listed by "db migrate", and "db check" finds a sound database', async () => {
    const generation = await build(await freshDatabase());
    const lines = [...(await runCommand(generation, 'db migrate')), ...(await runCommand(generation, 'db check'))];
    expect(lines).to.eql([
      'database:0001-tables',
      'database:0002-counts',
      'database:0003-list-indexes',
      'database:0004-plans',
      'database:0005-upkeep',
      'database:0006-accents',
      'Success: the database is up to date (6 steps).',
      'Success: the database is sound.',
    ]);
    await generation.dispose();
  });
});
