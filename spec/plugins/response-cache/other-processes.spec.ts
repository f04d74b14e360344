import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect } from 'chai';
import pg from 'pg';
import { Database } from '../../../plugins/database/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { until } from '../../support/until.ts';
import { API, CachedSite } from './cached-site.ts';

/** The name of the site's connections on the server. */
const NAME = `tappet_cache_${process.pid}`;

describeOnDatabases('what another process writes', (freshDatabase) => {
  let folder: string;
  let url: string;
  let site: CachedSite;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tappet-cache-'));
    const fresh = await freshDatabase();
    url = fresh.startsWith('sqlite:') ? `sqlite:${folder}/site.db` : `${fresh}&application_name=${NAME}`;
    site = await CachedSite.start({ database: url });
  });
  after(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });

  /** Runs statements on a connection that the host knows nothing of. */
  async function elsewhere(...statements: string[]): Promise<void> {
    if (url.startsWith('sqlite:')) {
      const connection = new Sqlite(url.slice('sqlite:'.length));
      for (const statement of statements) connection.exec(statement);
      connection.close();
      return;
    }
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  }

  it('changes the answers of this process within a second', async () => {
    const { id } = await site.posts.insert({ title: 'Before', status: 'publish' });
    const path = `${API}/posts/${id}`;
    expect(await site.becomesCached(path)).to.equal(true);
    expect(await site.becomesCached('/cms-json/')).to.equal(true);
    const began = performance.now();
    await elsewhere(
      `update wp_posts set post_title = 'After' where "ID" = ${id}`,
      "update wp_options set option_value = 'Renamed' where option_name = 'blogname'",
    );
    await until(async () => (await site.get(path)).body.includes('After'));
    await until(async () => (await site.get('/cms-json/')).body.includes('"name":"Renamed"'));
    // A second, and some time for a machine that is busy.
    expect(performance.now() - began).to.be.lessThan(3000);
    expect(await site.becomesCached(path), 'and is cached again').to.equal(true);
  });

  it('is seen in tables that a plugin made', async () => {
    const database = site.service(Database);
    await database.migrate('spec', [
      {
        name: '0001',
        up: async (db) => {
          await db.schema.createTable('wp_tappet_spec').addColumn('value', 'text').execute();
        },
      },
    ]);
    const anything = database.tracker.dependency('*');
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { version } = anything;
    await elsewhere("insert into wp_tappet_spec (value) values ('x')");
    await until(() => anything.version > version);
  });

  it('is not missed while the connection that reports changes is lost', async function () {
    if (url.startsWith('sqlite:')) return this.skip();
    const path = '/cms-json/';
    expect(await site.becomesCached(path)).to.equal(true);
    await elsewhere(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${NAME}'
        and query in ('listen tappet_changes', 'select 1') and pid <> pg_backend_pid()`,
    );
    await until(async () => !(await site.isCached(path)));
    await elsewhere("update wp_options set option_value = 'Meanwhile' where option_name = 'blogname'");
    await until(async () => (await site.isCached(path)) && (await site.get(path)).body.includes('"name":"Meanwhile"'));
    return undefined;
  });
});
