import { expect } from 'chai';
import pg from 'pg';
import { silentLogger } from '../../../../core/base/index.ts';
import { PluginError } from '../../../../core/index.ts';
import database from '../../../../plugins/database/index.ts';
import { buildTestGeneration } from '../../../support/generation.ts';
import { describeOnPostgres, runOnServer } from '../../../support/on-databases.ts';
import { POSTGRES_URL } from '../../../support/servers.ts';
import { until } from '../../../support/until.ts';
import { Way } from '../../../support/way.ts';
import { API, CachedSite } from '../../response-cache/cached-site.ts';
import { hasPgBouncer, Pooler } from './pooler.ts';

const HOME = '/cms-json/';
const RENAME = (name: string) => `update wp_options set option_value = '${name}' where option_name = 'blogname'`;

describeOnPostgres('a site behind PgBouncer in transaction mode', (freshDatabase) => {
  if (!hasPgBouncer) {
    it('skipped, for there is no pgbouncer', function () {
      this.skip();
    });
    return;
  }
  let address: string;
  let pooler: Pooler;
  let site: CachedSite;
  const errors: string[] = [];

  before(async () => {
    const url = new URL(await freshDatabase({ alone: true }));
    url.search = '';
    address = url.href;
    pooler = await Pooler.start(address);
  });
  after(() => pooler?.stop());
  afterEach(() => site?.close());

  const start = async (settings: object = {}) => {
    const error = (details: object | string, message = String(details)) => void errors.push(message);
    const log = { ...silentLogger, error };
    site = await CachedSite.start({ database: pooler.address, log, ...settings });
  };
  const sight = async () => JSON.parse((await site.get('/healthz')).body).changes_of_others;

  it('caches nothing, as nothing tells of changes, and says so in the log and at /healthz', async () => {
    await start();
    await until(async () => (await sight()) === 'deaf');
    expect(errors.filter((line) => line.includes('DATABASE_LISTEN_URL'))).to.have.length(1);
    const { id } = await site.posts.insert({ title: 'Before', status: 'publish' });
    const path = `${API}/posts/${id}`;
    expect(await site.staysUncached(path)).to.equal(true);
    await runOnServer(address, `update wp_posts set post_title = 'After' where "ID" = ${id}`);
    expect((await site.get(path)).body).to.include('"rendered":"After"');
  });

  it('caches with an address of its own for listening, and sees what others write', async () => {
    await start({ databaseListen: address });
    await until(async () => (await sight()) === 'seen');
    expect(await site.becomesCached(HOME)).to.equal(true);
    await runOnServer(address, RENAME('Seen'));
    await until(async () => (await site.get(HOME)).body.includes('"name":"Seen"'));
    const writes = Array.from({ length: 20 }, (_, at) => site.posts.insert({ title: `Item ${at}`, status: 'publish' }));
    expect(new Set((await Promise.all(writes)).map(({ id }) => id)).size).to.equal(20);
  });

  it('is deaf where the address for listening is that of another database', async () => {
    await start({ databaseListen: POSTGRES_URL });
    await until(async () => (await sight()) === 'deaf');
    expect(await site.staysUncached(HOME)).to.equal(true);
  });

  it('caches nothing while the address for listening is away, says so once, and caches when it is there', async () => {
    const url = new URL(address);
    const way = new Way({ host: url.hostname, port: Number(url.port || 5432) });
    await way.open();
    await way.close();
    url.host = `127.0.0.1:${way.port}`;
    errors.length = 0;
    await start({ databaseListen: url.href });
    await until(async () => (await sight()) === 'lost');
    expect(await site.staysUncached(HOME)).to.equal(true);
    await way.open();
    await until(async () => (await sight()) === 'seen');
    expect(await site.becomesCached(HOME)).to.equal(true);
    expect(errors.filter((line) => /DATABASE_LISTEN_URL .*ECONNREFUSED/.test(line))).to.have.length(1);
    await way.close();
    await until(() => errors.filter((line) => line.includes('DATABASE_LISTEN_URL')).length === 2);
  });

  it('leaves no setting and no lock behind in the sessions of the pooler', async () => {
    await start({ databaseListen: address, databaseStatementTimeout: 12_345 });
    await site.posts.insert({ title: 'An item', status: 'publish' });
    const client = new pg.Client({ connectionString: pooler.address });
    await client.connect();
    try {
      const { rows } = await client.query(`select current_setting('statement_timeout') as timeout,
        (select count(*) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())) as locks`);
      expect(rows).to.eql([{ timeout: '0', locks: '0' }]);
    } finally {
      await client.end();
    }
  });

  it('has the server keep no statements, which would be those of the client that gets the session next', async () => {
    await start();
    const ids = await Promise.all([1, 2, 3].map(async () => (await site.posts.insert({ title: 'An item' })).id));
    const reads = Array.from({ length: 30 }, (_, at) => site.posts.byIds(ids.slice(0, 1 + (at % 3))));
    expect((await Promise.all(reads)).map(({ size }) => size)).to.eql(reads.map((_, at) => 1 + (at % 3)));
    const client = new pg.Client({ connectionString: pooler.address });
    await client.connect();
    try {
      const { rows } = await client.query('select count(*)::int as count from pg_prepared_statements');
      expect(rows).to.eql([{ count: 0 }]);
    } finally {
      await client.end();
    }
  });

  it('is not served from another schema than its address names, where the pooler ignores that', async () => {
    const url = new URL(pooler.address);
    url.searchParams.set('options', '-c search_path=elsewhere');
    const error = await buildTestGeneration([database], { options: { database: { url: url.href } } }).then(
      () => expect.fail('it has started'),
      (failure: unknown) => failure,
    );
    expect(error).to.be.instanceOf(PluginError);
    expect((error as Error).message).to.match(/ignores the options of the address.*alter role/);
  });
});
