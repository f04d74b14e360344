import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Database } from '../../../plugins/database/index.ts';
import { Sqlite } from '../../../plugins/database/sqlite-driver.ts';
import { describeOnDatabases, endConnections, runOnServer } from '../../support/on-databases.ts';
import { until } from '../../support/until.ts';
import { API, CachedSite } from './cached-site.ts';

/** The address of a server which knows by it the connections of the site: on PostgreSQL others use its database, too. */
function named(address: string): string {
  const url = new URL(address);
  if (url.protocol !== 'mysql:') url.searchParams.set('application_name', `tappet_cache_${process.pid}`);
  return url.href;
}

describeOnDatabases('what another process writes', (freshDatabase) => {
  let folder: string;
  let url: string;
  let site: CachedSite;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tappet-cache-'));
    const fresh = await freshDatabase();
    url = fresh.startsWith('sqlite:') ? `sqlite:${folder}/site.db` : named(fresh);
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
    await runOnServer(url, ...statements);
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
    await endConnections(url);
    await until(async () => !(await site.isCached(path)));
    await elsewhere("update wp_options set option_value = 'Meanwhile' where option_name = 'blogname'");
    await until(async () => (await site.isCached(path)) && (await site.get(path)).body.includes('"name":"Meanwhile"'));
    return undefined;
  });
});
